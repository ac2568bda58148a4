"""ELIZA's script: keywords with ranks, decomposition patterns and replies, all in our own words.

Read top down: a line that starts with a number is a rank and the keywords that share it; a line indented
once is a decomposition pattern, in which `*` takes any run of words; below it, `-` is a reply and `+` a
memory, said later when nothing else fits. `{1}` is what the first star took, reflected; a rule applies only
where each star that it names took something. Patterns are tried in order.
"""

SCRIPT = """\
1 hello hi hey greetings
  *
    - Hello. A good answer is short and to the point, and so is this one.
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
    - People differ less than they think, and more than one can say in a sentence.
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
    - It may well be that {1}; I would prepare for it and for the opposite too.
    - Were it so that {1}, I would change one thing at a time and watch what follows.
    - Let us say that {1}. What follows is what one would expect, no more and no less.
  * if *
    - I would not rely on it that {2}.
    - What would change for you if {2}?
  * suppose *
    - Supposing {2} is the easy part; the conclusion holds only as far as the supposition does.
  * imagine *
    - I can imagine {2}: quiet at first, and then all at once quite ordinary.
38 mother father mum mom dad parents sister brother wife husband son daughter family child children
  * my *
    - Tell me more about your family.
    - Who in your family would see it in another way?
    + Earlier you spoke of your family. Does this have to do with them?
  *
    - Families matter. The one who listens longest mostly knows best.
36 sad unhappy lonely afraid angry worried depressed tired
  * i am *
    - I am sorry to hear that you are {2}. How long has it been so?
    - Do you think that talking will help you not to be {2}?
  *
    - That sounds hard. One small step today, and a word with a friend, often make it easier.
34 happy glad excited proud
  * i am *
    - What made you {2}?
    - How have I helped you to be {2}?
  *
    - It is good to hear of something cheerful. It is worth writing down, for a greyer day.
22 capital
  * capital of *
    - I do not have the capital of {2} in my table; an atlas has it, under the star.
    - It is often not the largest city that governs; for {2} I would look it up rather than guess.
24 calculate compute sum add subtract multiply multiplied divided plus minus percent product
  * what is *
    - I would work out {2} step by step: brackets first, then products, then sums, and check the result the other way round.
    - Numbers such as {2} leave no room for opinion; write them below each other and take one step at a time.
  *
    - The numbers speak for themselves, if one takes them in the right order.
    - One step at a time: first the brackets, then the products, then the sums.
26 prove proof show theorem
  * that *
    - Assume the opposite, that is, not that {2}, and follow it until it contradicts what is given. That settles it.
    - I would first try the smallest case of {2}, then go from one case to the next.
28 write compose draft
  * write *
    - I would begin with the plainest words, for it is hard enough to write {2}.
    - For {2}: open with the point, give one example, and end on what the reader should do.
    - The first line says why it matters, the middle shows one thing closely, the last comes back changed. That is {2} in short.
  *
    - Good writing says one thing at a time: the point first, then the reason, then an example.
27 explain describe define
  * explain *
    - To explain {2}: say what it is in one sentence, what brings it about in the next, and give one example that everybody knows.
    - To a child I would say that {2} has parts, that each part has its work, and that together they do what none does alone.
  * describe *
    - I think of {2} and see the outline first, then the colour, then one small thing that nobody else mentions.
  * define *
    - Words such as {2} mean what people do with them; a dictionary gives the kind of thing first, and then what sets it apart.
18 name list give tell
  * tell me about *
    - Of {2} I can say this: it is simpler than it sounds, and older than most people think.
    - I know little of {2}, and the little that I know is that nobody knows it all.
  * tell me *
    - Of {2} I can say this: it is simpler than it sounds, and older than most people think.
    - I know too little to tell you {2}; a library would be the place, and then a person who has done it.
  * give me *
    - For {2} I would take the plain one, the one that has lasted, and the one that a friend would take.
  * name *
    - The first that comes to mind is seldom the best; for {2} I would take the second.
  * list *
    - A list of {2} could go on for long: the useful first, the common next, the rare last.
20 why
  * why don't you *
    - Do you believe that I don't {2}?
    - Perhaps I will {2} when the time comes.
  * why can't i *
    - Do you think that you should be able to {2}?
    - What keeps you from it?
  * why do you *
    - I {2} because my rules say so, and they are the only reason that I have.
    - Do you {2} yourself?
  * why is *
    - There is seldom one reason for {2}: something made it possible, something set it off, and something keeps it so.
    - The short reason for {2} is that the alternative would cost more effort, as with most things in nature.
  * why do *
    - They have their reasons, as all things do: mostly it is less trouble so, and it worked before.
    - It is so more often than not that {2}, because what works is kept and what does not is lost.
  *
    - There is a near cause and a far one; the near one is what happened last, the far one is what made it possible.
    - Does any reason seem enough to you?
15 what what's
  * what is your *
    - My {2} is whatever my rules make it, so it tells you little; yours would tell more.
    - Is it my {2} that interests you, or yours?
  * what do you *
    - I {2} as the rules have it, no more and no less.
    - Whatever I {2}, I suspect that you have your own view already.
  * what is the *
    - The {2}? I would look for it where you last saw it clearly.
    - As to the {2}, I would start from what is certain and strike out what cannot be.
    - That depends on whom you ask about the {2}.
  * what is *
    - Put plainly, {2} is a name that people agreed on, and its use shows what it means.
    - I would say of {2} that an example tells more than a definition.
    - Many have asked about {2}, and the short answer has always been the better one.
  * what are *
    - By their use one knows {2}, and by what would be missing without them.
    - Why do {2} interest you?
  *
    - The plain answer is the likely one here; I would take it until something speaks against it.
    - What do you think yourself?
15 who whom whose
  * who are you *
    - I am someone who listens. Who are you when nobody asks?
  * who *
    - I do not know by name who {2}; an encyclopedia does, and one should ask two of them.
    - Someone must have been the one who {2}. Whom do you suspect?
15 when
  when *
    - At the right time, I should think; where a date is wanted, I would look it up and not guess.
  * when *
    - When {2}, the usual thing happens sooner or later.
15 where
  *
    - I would begin to look where it was last seen, and then go outwards in circles.
    - Closer than one thinks; a good map settles it.
16 how
  * how are you *
    - I am well, thank you. And how are you, really?
  * how many *
    - I would count a small part of {2} and multiply; that is seldom far off.
    - More than one would guess, when it comes to {2}.
  * how much *
    - Enough {2} is what leaves a little over for a bad day.
  * how do i *
    - To {2}, write down the first step, do only that, and then look again.
    - Begin small: get ready what you need in order to {2}, try it once where a mistake is cheap, and then do it in earnest.
  * how would you *
    - Slowly and with care is how I would {2}: first a plan, then a trial, then the thing itself.
  *
    - Step by step: what is given, what is wanted, and what leads from the one to the other.
    - Is it the way that matters, or the end?
14 which
  *
    - I would take the one that you thought of first.
    - One speaks for itself and the other for change; I would take the one that is easier to undo.
8 can could
  * can you *
    - You believe that I can {2}, do you not?
    - Perhaps I can {2}, in a small way: I have a few rules, and patience.
  * could you *
    - I could try to {2}, and it would come out plain but honest.
  * can i *
    - Whether you can {2} depends on you more than on me.
7 are
  * are you *
    - What makes you wonder whether I am {2}?
    - Would you prefer it if I were not {2}?
  * are *
    - Some are {2} and some are not, and the exceptions are the interesting ones.
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
    - Ask plainly for {2}; most people give what is plainly asked for.
    - Are you sure that you need {2}?
  * i can't *
    - How do you know that you can't {2}?
    - Whoever cannot {2} today may do half of it today, and the rest tomorrow.
  * i feel *
    - Tell me more about feeling {2}.
    - Do you often feel {2}?
  * i think *
    - You may well be right that {2}; I would look for one case against it before I trusted it.
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
    - That is one reason; there is mostly a second behind it.
4 always never everybody everyone nobody all
  *
    - There is an exception to nearly everything; one is enough to put it in doubt.
    - Is there truly no case in which it is otherwise?
11 best worst better most favourite favorite
  *
    - The best for one is the worst for another; I would take the one that does fewest things badly.
    - I would measure it by what is left after a year.
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
    "I am not sure that I follow. What is behind the question?",
    "My rules have nothing on that, and I would rather say so than make something up.",
    "That is worth a second thought: put it in other words, and half of the answer is there.",
    "The simplest thing that fits is mostly the answer, here as elsewhere.",
    "I would sleep on it, ask somebody who has done it, and then decide.",
)
