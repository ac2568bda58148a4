"""ELIZA's script: keywords with ranks, decomposition patterns and replies, all in our own words.

Read top down: a line that starts with a number is a rank and the keywords that share it; a line indented
once is a decomposition pattern, in which `*` takes any run of words; below it, `-` is a reply and `+` a
memory, said later when nothing else fits. `{1}` is what the first star took, reflected; a rule applies only
where each star that it names took something. Patterns are tried in order.
"""

SCRIPT = """\
1 hello hi hey greetings
  *
    - Hello. What made you choose this question for me?
    - Good day. Tell me what you would call a good answer here.
2 sorry apologise apologize
  *
    - There is nothing to be sorry for. Please go on.
    - Apologies are not needed here.
60 computer computers machine machines robot robots program algorithm ai chatbot
  * are you a *
    - Would my answer be worth less to you if I were a {2}?
    - What would you do differently if I were a {2}?
    - You seem to wonder whether I am a {2}. What would settle it for you?
  *
    - What is it about machines that makes you ask?
    - Do you think a machine could ever give the answer you hope for?
    - Machines only follow rules; what rule would you follow here?
12 human person people
  * are you human *
    - I try to be good company. What would convince you that I am human?
  * are you a human *
    - Would you answer differently if you knew that I am human?
  * people *
    - Which people in particular do you have in mind?
    - Does that hold for people you know yourself?
40 dream dreamed dreamt dreams
  * i dreamed *
    - Really, {2}? What did it feel like when you woke up?
  * i dreamt *
    - Really, {2}? What did it feel like when you woke up?
  *
    - What do dreams tell you that waking hours do not?
    - Do you dream often?
35 remember recall
  * do you remember *
    - Did you think that I would forget {2}?
    - Why should {2} come to my mind just now?
  * i remember *
    - What else comes to mind when you remember {2}?
    - What makes {2} so hard to forget?
30 if suppose imagine
  if *
    - Do you think it is likely that {1}?
    - What would you do yourself if {1}?
    - Let us say that {1}. What follows is what one would expect, no more and no less.
  * if *
    - Is it likely that {2}?
    - What would change for you if {2}?
  * suppose *
    - Supposing {2} is the easy part. What would you conclude from it?
  * imagine *
    - I can imagine {2}. What do you see when you do?
38 mother father mum mom dad parents sister brother wife husband son daughter family child children
  * my *
    - Tell me more about your family.
    - Who in your family would see it in another way?
    + Earlier you spoke of your family. Does this have to do with them?
  *
    - Families matter. Who in yours would answer this best?
36 sad unhappy lonely afraid angry worried depressed tired
  * i am *
    - I am sorry to hear that you are {2}. How long has it been so?
    - Do you think that talking will help you not to be {2}?
  *
    - That sounds hard. What would make it a little easier?
34 happy glad excited proud
  * i am *
    - What made you {2}?
    - How have I helped you to be {2}?
  *
    - It is good to hear of something cheerful. What is the best part of it?
22 capital
  * capital of *
    - The seat of government of {2} is well known. Why does it matter to you where it is?
    - What does {2} mean to you?
24 calculate compute sum add subtract multiply multiplied divided plus minus percent product
  * what is *
    - I would work out {2} step by step, and check the result twice. What do you make it?
    - Numbers such as {2} leave no room for opinion. Is that why you like them?
  *
    - The numbers speak for themselves, if one takes them in the right order.
    - One step at a time: first the brackets, then the products, then the sums.
26 prove proof show theorem
  * that *
    - Assume the opposite of what you say, that is, not that {2}. Does it not soon trouble you?
    - Why are you so sure that {2}?
28 write compose draft
  * write *
    - I would begin with the plainest words, for it is hard enough to write {2}.
    - Suppose that I wrote {2}. Whom should it move, and to what?
    - What would you hope to feel when you read {2}?
  *
    - Good writing says one thing at a time. What is the one thing here?
27 explain describe define
  * explain *
    - To explain {2} one must first have wondered about it. What puzzles you most?
    - How would you explain {2} to a child?
  * describe *
    - Close your eyes and think of {2}. What comes first?
  * define *
    - Words such as {2} mean what we do with them. What do you do with them?
18 name list give tell
  * tell me *
    - What would you like to hear about {2}?
    - Perhaps you can tell me {2}?
  * give me *
    - Would it help you if I gave you {2}?
  * name *
    - The first that comes to mind is seldom the best. Which {2} come to yours?
  * list *
    - A list of {2} could go on for long. Where would you stop?
20 why
  * why don't you *
    - Do you believe that I don't {2}?
    - Perhaps I will {2} when the time comes.
  * why can't i *
    - Do you think that you should be able to {2}?
    - What keeps you from it?
  * why do you *
    - Would you rather that I did not {2}?
    - Do you {2} yourself?
  * why is *
    - Is there one reason, or are there many? Few people ever ask about {2}.
    - Tell me first what {2} brings to your mind.
  * why do *
    - They have their reasons, as all things do. Which would you give for {2}?
    - Is it certain that {2}?
  *
    - What reasons come to your own mind first?
    - Does any reason seem enough to you?
15 what what's
  * what is your *
    - My {2} would tell you little about me. What is yours?
    - Is it my {2} that interests you, or yours?
  * what do you *
    - What would it mean to you if I did {2}?
    - Whatever I {2}, I suspect that you have your own view already.
  * what is the *
    - The {2}? I would look for it where you last saw it clearly.
    - What would you do with the {2} once you had it?
    - That depends on whom you ask about the {2}.
  * what is *
    - What does {2} mean to you?
    - Is {2} something you think about often?
    - Many have asked about {2}. Why do you?
  * what are *
    - What are {2} to you?
    - Why do {2} interest you?
  *
    - What answer would please you most?
    - What do you think yourself?
15 who whom whose
  * who are you *
    - I am someone who listens. Who are you when nobody asks?
  * who *
    - Does it matter so much who {2}?
    - Someone must have been the one who {2}. Whom do you suspect?
15 when
  when *
    - At the right time, I should think. Why does the hour matter to you?
  * when *
    - What comes to mind when {2}?
15 where
  *
    - Where would you begin to look?
    - Closer than one thinks. Where have you looked?
16 how
  * how are you *
    - I am well, thank you. And how are you, really?
  * how many *
    - More than one would guess, when it comes to {2}. What is your guess?
    - Have you tried to count {2}?
  * how much *
    - Enough, I should say. How much {2} would satisfy you?
  * how do i *
    - What happened when you last tried to {2}?
    - Begin small: what is the first thing you need in order to {2}?
  * how would you *
    - Slowly and with care is how I would {2}. And you?
  *
    - How would you go about it yourself?
    - Is it the way that matters, or the end?
14 which
  *
    - I would take the one that you thought of first.
    - What speaks for the one, and what for the other?
8 can could
  * can you *
    - You believe that I can {2}, do you not?
    - Perhaps I can. Would you like to be able to {2} yourself?
  * could you *
    - I could try to {2}, if you told me what it is for.
  * can i *
    - Whether you can {2} depends on you more than on me.
7 are
  * are you *
    - What makes you wonder whether I am {2}?
    - Would you prefer it if I were not {2}?
  * are *
    - Did you think that they might not be {2}?
6 you you're your
  * you are *
    - What makes you think that I am {2}?
    - Does it please you that I am {2}?
  * you're *
    - What makes you think that I am {2}?
  * your *
    - Why do you ask about my {2}?
    - What about your own {2}?
  * you *
    - We were speaking of you, not of me.
    - Let us not make this about me.
10 i i'm
  * i want *
    - What would it mean to you to get {2}?
    - Suppose you got {2}. What then?
  * i need *
    - Why do you need {2}?
    - Are you sure that you need {2}?
  * i can't *
    - How do you know that you can't {2}?
    - What if you could {2}?
  * i feel *
    - Tell me more about feeling {2}.
    - Do you often feel {2}?
  * i think *
    - Do you doubt that {2}?
    - What if it were not so that {2}?
  * i have *
    - How long have you had {2}?
    - Is it good to have {2}?
  * i am *
    - How long have you been {2}?
    - Do you like being {2}?
  * i'm *
    - How long have you been {2}?
    - Do you like being {2}?
9 my
  * my *
    - Your {2}? Please say more about it.
    - Why do you think of your {2} just now?
    + Earlier you said: your {2}. Let us go back to that.
    + Does that have anything to do with what you said before, of your {2}?
5 because
  *
    - Is that the real reason?
    - What other reasons might there be?
4 always never everybody everyone nobody all
  *
    - Can you think of an exception?
    - Is there truly no case in which it is otherwise?
11 best worst better most favourite favorite
  *
    - The best for one is the worst for another. How would you tell them apart?
    - By what would you measure that?
1 yes
  *
    - You sound quite sure.
    - I see. And what follows from that?
1 no
  *
    - Why not?
    - Are you saying no just to see what I do?
1 maybe perhaps
  *
    - You don't seem quite certain.
    - What would make you certain?
"""

NOTHING_FITS = (
    "I am not sure that I follow you. What is behind the question?",
    "Please go on; what would a good answer look like to you?",
    "That is worth thinking about. What led you to it?",
    "Say a little more, and the answer may come by itself.",
    "What does that suggest to you?",
)
