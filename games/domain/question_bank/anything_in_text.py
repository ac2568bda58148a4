"""Bank for *anything in text*: reasoning, knowledge, language; each with one standard to judge by."""

ENTRIES = (
    (
        "A snail climbs 3 metres up a 10 metre wall each day and slips back 2 metres each night. On which day"
        " does it reach the top?",
        "On day 8. It gains 1 metre per full day, so after 7 days and nights it is at 7 metres; on the 8th day it"
        " climbs 3 more and is at the top before it can slip.",
    ),
    (
        "Three boxes are labelled 'apples', 'pears' and 'apples and pears', and every label is wrong. How can you"
        " correct all labels by taking out a single fruit?",
        "Take one fruit from the box labelled 'apples and pears'. Since its label is wrong, it holds only that fruit,"
        " say apples. The box labelled 'pears' then cannot be pears or apples, so it is the mixed one, and the box"
        " labelled 'apples' holds pears.",
    ),
    (
        "Why does a mirror seem to swap left and right but not up and down?",
        "It swaps neither: it swaps front and back. Your right hand stays on the right side of the image. It looks"
        " swapped because we imagine ourselves walking round to stand where the image is, and that turn, about a"
        " vertical axis, exchanges left and right.",
    ),
    (
        "How many squares of any size are there on an 8 by 8 chessboard?",
        "204. There are (9 - k)^2 squares of side k, so the total is 64 + 49 + 36 + 25 + 16 + 9 + 4 + 1 = 204.",
    ),
    (
        "Write one grammatical sentence of exactly ten words in which no word has more than four letters.",
        "We sat on a big rock and saw the moon. (We, sat, on, a, big, rock, and, saw, the, moon: ten words.)",
    ),
    (
        "In a room are 23 people, birthdays independent and all days equally likely. Is it more likely than not that"
        " two share a birthday? Explain in at most three sentences.",
        "Yes, the probability is about 50.7 %. The chance that all differ is 365/365 x 364/365 x ... x 343/365, about"
        " 0.493. It is that low because there are 253 pairs, each a chance for a match.",
    ),
    (
        "Which is heavier at the same temperature and pressure: one litre of dry air or one litre of humid air, and"
        " why?",
        "Dry air. At the same temperature and pressure a litre holds the same number of molecules, and in humid air"
        " some of the nitrogen (28) and oxygen (32) is replaced by lighter water molecules (18).",
    ),
    (
        "You have a 3 litre jug, a 5 litre jug and a tap. Give steps to measure exactly 4 litres.",
        "Fill the 5, pour into the 3: 2 are left in the 5. Empty the 3, pour the 2 into it. Fill the 5 again and top"
        " up the 3, which takes 1: exactly 4 litres are left in the 5 litre jug.",
    ),
    (
        "Name the logical error: 'Everyone who drank the tonic got well within two weeks, so the tonic works.' What"
        " is missing?",
        "It is 'after this, therefore because of this': there is no comparison group. Many illnesses pass within two"
        " weeks by themselves, so one must know how many got well without the tonic.",
    ),
    (
        "What is the smallest positive whole number that leaves remainder 1 when divided by 2, 3, 4, 5 and 6, and"
        " none when divided by 7?",
        "301. It must be 1 more than a multiple of 60, the least common multiple of 2 to 6: 61, 121, 181 and 241 are"
        " not multiples of 7, but 301 = 7 x 43 is.",
    ),
    (
        "Rewrite in plain English, in at most 15 words: 'Utilisation of the aforementioned facility is restricted to"
        " individuals in possession of valid authorisation.'",
        "Only people with a valid permit may use this facility.",
    ),
    (
        "A bat and a ball cost 1.10 together. The bat costs 1.00 more than the ball. What does each cost?",
        "The ball costs 0.05 and the bat 1.05: together 1.10, and 1.05 - 0.05 = 1.00.",
    ),
    (
        "Why do we see only one side of the Moon from the Earth?",
        "The Moon turns once on its axis in the same time as it goes once round the Earth, about 27.3 days. The"
        " Earth's tides in the Moon's body slowed its spin until the two matched; this is called tidal locking.",
    ),
    (
        "Is the word order 'a red big ball' or 'a big red ball' natural in English, and which rule decides it?",
        "'A big red ball'. English puts adjectives in the order opinion, size, age, shape, colour, origin, material,"
        " purpose; size comes before colour.",
    ),
    (
        "Two trains 120 km apart run toward each other at 40 and 20 km/h. A bird flies back and forth between them at"
        " 90 km/h until they meet. How far does the bird fly?",
        "180 km. The trains close the gap at 60 km/h and meet after 2 hours; the bird flies 2 x 90 km in that time.",
    ),
    (
        "Write a four-line poem about rain in which the first letters of the lines spell RAIN.",
        "Roofs begin to whisper in the grey,\nAll the gutters hum along their way,\nIn the street the puddles mirror"
        " light,\nNight comes washed and quiet, clean and bright.",
    ),
    (
        "What are the next two terms of 1, 11, 21, 1211, 111221, and what is the rule?",
        "312211 and 13112221. Each term reads the one before aloud: 111221 is 'three 1s, two 2s, one 1', which gives"
        " 312211; that in turn is 'one 3, one 1, two 2s, two 1s', which gives 13112221.",
    ),
    (
        "All bloops are razzies, and some razzies are lazzies. Does it follow that some bloops are lazzies? Give a"
        " reason or a counterexample.",
        "No. The razzies that are lazzies may all lie outside the bloops. Example: bloops are dogs, razzies are"
        " animals, lazzies are cats: all dogs are animals, some animals are cats, no dog is a cat.",
    ),
    (
        "Why does ice float on water, and why does that matter for fish in a lake in winter?",
        "Ice is about 9 % less dense than water, since its molecules are held in an open lattice. So lakes freeze from"
        " the top; the ice insulates the water below, which stays at about 4 degrees Celsius at the bottom, and fish"
        " survive there.",
    ),
    (
        "Give a word of at least six letters that reads the same backwards, and use it in a sentence.",
        "'Redder': as the sun went down, the sky grew redder by the minute.",
    ),
    (
        "On an island knights always tell the truth and knaves always lie. A says: 'At least one of us two is a"
        " knave.' What are A and B?",
        "A is a knight and B is a knave. If A were a knave, the statement would be true, which a knave cannot say. So"
        " A is a knight, the statement is true, and the knave must be B.",
    ),
    (
        "Summarise the idea of natural selection in exactly three sentences that a twelve-year-old understands.",
        "Living things of one kind differ a little from each other, and many of these differences are passed on to"
        " their young. Those whose differences help them to survive have more young than the others. Over many"
        " generations the helpful differences become common, and the whole kind changes.",
    ),
    (
        "What is the sum of all whole numbers from 1 to 200 that are divisible by 3?",
        "6633. They are 3 x 1 to 3 x 66, so the sum is 3 x (66 x 67 / 2) = 3 x 2211 = 6633.",
    ),
    (
        "Which weighs more on a kitchen scale: a closed jar with a fly resting on its bottom, or the same jar with"
        " the fly hovering inside?",
        "They weigh the same. A hovering fly pushes air down with a force equal to its weight, and in the closed jar"
        " that air presses on the bottom; only while the fly speeds up or down does the reading change.",
    ),
    (
        "Put into order from the smallest to the largest: 2/3, 0.65, 5/8, 63 %.",
        "5/8 (0.625), 63 % (0.63), 0.65, 2/3 (0.667).",
    ),
    (
        "Explain the difference between 'affect' and 'effect', with one example sentence for each.",
        "'Affect' is usually a verb, to influence: 'The noise affects my sleep.' 'Effect' is usually a noun, the"
        " result: 'The noise has an effect on my sleep.'",
    ),
    (
        "A clock shows 3:15. What is the smaller angle between the hour hand and the minute hand?",
        "7.5 degrees. The minute hand is at 90 degrees; the hour hand has moved a quarter of the way from 3 to 4, to"
        " 90 + 30/4 = 97.5 degrees.",
    ),
    (
        "How many times in 24 hours do the hour and the minute hand of a clock lie exactly on each other?",
        "22 times. They meet every 12/11 hours, about 65.45 minutes, so 11 times in 12 hours and 22 times in a day.",
    ),
    (
        "Why is a day in a time zone not always 24 hours long by the clock? Give one cause and its effect.",
        "Daylight saving time. On the day when clocks go forward by an hour the day has 23 hours, and on the day when"
        " they go back it has 25.",
    ),
    (
        "Find the flaw: let a = b; then a^2 = ab, a^2 - b^2 = ab - b^2, (a+b)(a-b) = b(a-b), so a + b = b and 2 = 1.",
        "The step from (a+b)(a-b) = b(a-b) to a + b = b divides by a - b, and that is zero because a = b. Division by"
        " zero is not allowed, so nothing follows.",
    ),
    (
        "You have 9 coins that look alike; one is heavier. How do you find it with two weighings on a balance?",
        "Weigh 3 against 3. If one side is heavier, the coin is among those 3, else among the 3 left out. Of these"
        " three weigh 1 against 1: the heavier one is it, or, if they balance, the third.",
    ),
    (
        "What does the proverb 'a stitch in time saves nine' advise? Give one example from everyday life.",
        "Deal with a small problem at once, before it becomes a large one. For example, mend a slow leak under the"
        " sink today rather than replace the rotten cupboard next year.",
    ),
)
