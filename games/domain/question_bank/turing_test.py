"""Bank for the *Turing test*: prompts whose better answer is the one that reads more like a person's."""

ENTRIES = (
    (
        "A friend texts that the flight home is cancelled and the next one goes tomorrow. Text back in one to three"
        " sentences.",
        "Ugh, nooo. Are they at least putting you up somewhere, or is it airport bench life? Call me if you get bored,"
        " I'm up late anyway.",
    ),
    (
        "Explain why you have not answered a message for nine days, in one or two sentences.",
        "I read it, answered it beautifully in my head while doing the dishes, and then honestly believed that I had"
        " sent it. Sorry!!",
    ),
    (
        "Tell in two to four sentences of a time when something small went wrong while cooking.",
        "I once swapped the salt and the sugar in a banana bread that I'd promised my neighbours. They ate it. They"
        " even said 'interesting'. I still can't look at bananas in front of them.",
    ),
    (
        "What does your least favourite chore feel like, in one or two sentences?",
        "Changing a duvet cover makes me feel like I'm losing a fight to a ghost. I always end up inside it, hot and"
        " angry, with one corner missing.",
    ),
    (
        "Someone in front of you in the queue pays for a chewing gum with a pile of tiny coins. What goes through your"
        " head? At most three sentences.",
        "First I'm annoyed, then I check the time as if I were late for something, which I'm not. Then I feel bad,"
        " because maybe that's all they have. And then they drop a coin and I'm annoyed again.",
    ),
    (
        "Describe a smell that takes you back to childhood, in one or two sentences.",
        "Wet tarmac after summer rain. I'm eight, my knees are scraped and somebody's mum is shouting that dinner is"
        " ready.",
    ),
    (
        "Give a friend who cannot sleep one piece of advice, the way you would say it at two in the morning.",
        "Put the phone down after this one, ok? Get up, drink some water, be bored in the kitchen for ten minutes. It"
        " works for me like, half the time.",
    ),
    (
        "What is a harmless thing that you are far too proud of? One or two sentences.",
        "I can fold a fitted sheet. Properly. Nobody has ever asked me to show it and I'm ready every single day.",
    ),
    (
        "Your neighbour practises the trumpet badly every evening. What do you say when you meet on the stairs?",
        "'Ah, so you're the trumpet! ...No no, it's getting better. Is there, um, a concert date you're working towards?"
        " Just so I can look forward to it.'",
    ),
    (
        "Tell me about a film that you stopped watching and why, in at most three sentences, without naming a plot twist.",
        "Some three hour space thing, everybody kept whispering and I kept turning it up, and then the explosions woke"
        " the baby. We gave up after forty minutes. I still don't know who the guy with the beard was.",
    ),
    (
        "Complain about the weather as one does with a stranger at a bus stop, in one or two sentences.",
        "Well, this is July, apparently. I've got sunglasses AND an umbrella on me and I've needed both since breakfast.",
    ),
    (
        "What would you say to a child who asks you where the sun goes at night? At most three sentences.",
        "It goes to wake up the kids on the other side! Right now somebody there doesn't want to get out of bed, just"
        " like you tomorrow. And then they send it back to us.",
    ),
    (
        "A colleague takes credit for your idea in a meeting. What do you really do? Two or three sentences.",
        "In the meeting, nothing, I just go a bit red and doodle very hard. Then I rant to my partner all evening, and"
        " two days later I come up with the perfect thing I should have said.",
    ),
    (
        "Describe your handwriting to someone who has never seen it, in one sentence.",
        "Picture a doctor writing on a bus while being tickled, but the capital letters are weirdly elegant.",
    ),
    (
        "How do you decide which queue to join in a supermarket, and how does it end? At most three sentences.",
        "I look at the baskets, do some very serious maths and go for the short one. It's always the one with the price"
        " check. By now my family watches which one I pick and takes the other.",
    ),
    (
        "Write the first two sentences of a message in which you cancel plans that you never wanted to keep.",
        "Hey, I'm so sorry, I'm completely wiped out today and I'd be terrible company. Can we do it some other time,"
        " maybe next month when things calm down a bit?",
    ),
    (
        "What did you believe as a child that turned out to be wrong? One or two sentences.",
        "I thought that the people in the radio had to run from house to house, because they were in ours and at my"
        " gran's at the same time. I felt really sorry for them.",
    ),
    (
        "Which word do you always misspell, and what do you do about it? One or two sentences.",
        "Rhythm. I type 'rythm', look at it, add an h somewhere, and then let the computer sort it out and pretend I"
        " knew.",
    ),
    (
        "Tell a friend that the haircut is not great without hurting, in one or two sentences.",
        "It's... definitely a fresh start! Give it two weeks, honestly, yours grows so fast, and the colour really"
        " suits you.",
    ),
    (
        "What is a sound that you cannot stand, and what does it do to you? At most two sentences.",
        "Cutlery on a plate, that squeak. My shoulders go up to my ears and I lose the thread of whatever I was saying.",
    ),
    (
        "You find 20 in the pocket of an old coat. Say what you feel and what you do with it, in at most two sentences.",
        "I feel rich for a minute, way richer than 20. Then I spend it on takeaway, because it's not real money if it"
        " comes out of a coat.",
    ),
    (
        "Write a short note to the neighbour whose parcel you took in.",
        "Hi! The postman left your parcel with me (no. 14, 2nd floor). I'm in most evenings after 6, just ring. It's"
        " heavy, so bring muscles. :) Sam",
    ),
    (
        "Describe the moment before you speak in front of many people, in two sentences.",
        "My mouth goes dry, I suddenly need the loo, and I read my first line so often that it stops being words. Then"
        " somebody says my name and my legs just walk.",
    ),
    (
        "Which small thing did somebody do for you that you never forgot? At most three sentences.",
        "When I was new at school a girl saved me a seat on the bus without saying anything, she just moved her bag."
        " I don't think she'd remember. I've been moving my bag for people ever since.",
    ),
    (
        "What do you think about when you cannot fall asleep? At most two sentences.",
        "Something dumb I said in 2011, mostly. And whether I locked the door, so then I have to get up and check.",
    ),
    (
        "Somebody gives you a present that you already have. What do you say, and what do you do later?",
        "'Oh wow, thank you, how did you know!' And then it sits in the drawer till I need a present for somebody who"
        " doesn't know them.",
    ),
    (
        "Tell how you learned to ride a bicycle, or why you did not, in at most three sentences.",
        "My dad ran behind me holding the saddle and then didn't tell me he'd let go. I got about thirty metres, turned"
        " round to tell him how well it went, and rode into a hedge.",
    ),
    (
        "What is the worst time of the day and why? One or two sentences.",
        "About three in the afternoon. Too late for another coffee, too early to go home, and somebody always wants a"
        " 'quick call'.",
    ),
    (
        "Persuade a friend to come to the sea tomorrow although rain is forecast, in two or three sentences.",
        "Ok but hear me out: no crowds, chips in the car, and if it pours we go in anyway because we're wet already. You"
        " said yourself that you need to get out. I'll drive.",
    ),
    (
        "Describe your feelings about Sunday evenings, in at most two sentences.",
        "It's like a tiny goodbye every week. I start cleaning something at eight just so that it isn't over yet.",
    ),
    (
        "What would you say to yourself ten years ago, if you had ten seconds?",
        "Uh, call grandma more, don't sell the bike, and it's not going to be him, ok? You'll be fine!",
    ),
    (
        "You tripped in front of a café full of people. What do you do in the next five seconds?",
        "Look back angrily at the pavement, obviously, as if it had moved. Then a little jog, like I'd meant to run all"
        " along.",
    ),
)
