"""Bank for the *Robot College Student*: what an examination of first and second year courses may ask."""

ENTRIES = (
    (
        "Calculus: find the local extrema of f(x) = x^3 - 3x + 1 and say which is a maximum.",
        "f'(x) = 3x^2 - 3 = 0 at x = -1 and x = 1. f''(x) = 6x is negative at -1 and positive at 1, so f has a local"
        " maximum at (-1, 3) and a local minimum at (1, -1).",
    ),
    (
        "Calculus: compute the definite integral of x e^x from 0 to 1.",
        "1. By parts the antiderivative is (x - 1) e^x; at 1 it is 0 and at 0 it is -1, so the integral is 0 - (-1) = 1.",
    ),
    (
        "Linear algebra: find the eigenvalues of the matrix [[2, 1], [1, 2]] and an eigenvector for each.",
        "The characteristic polynomial (2 - t)^2 - 1 has the roots 3 and 1. Eigenvectors: (1, 1) for 3 and (1, -1) for 1.",
    ),
    (
        "Physics: a stone is thrown straight up at 20 m/s. How high does it rise and when is it back (g = 10 m/s^2, no"
        " air)?",
        "It rises 20 m (v^2 / 2g = 400 / 20) and is back after 4 s (2v / g).",
    ),
    (
        "Physics: state Newton's three laws of motion in one sentence each.",
        "A body stays at rest or in uniform straight motion unless a net force acts on it. The net force equals mass"
        " times acceleration. When one body exerts a force on another, the other exerts an equal and opposite force on"
        " the first.",
    ),
    (
        "Chemistry: balance C3H8 + O2 -> CO2 + H2O and say how many moles of O2 burn 2 moles of propane.",
        "C3H8 + 5 O2 -> 3 CO2 + 4 H2O. Two moles of propane need 10 moles of O2.",
    ),
    (
        "Chemistry: what is the pH of 0.01 mol/l hydrochloric acid, and of the same solution diluted tenfold?",
        "pH 2 and pH 3. HCl is a strong acid, so [H+] is 0.01 mol/l, then 0.001 mol/l, and pH = -log10 [H+].",
    ),
    (
        "Biology: name the four phases of mitosis in order, with the main event of each.",
        "Prophase: the chromosomes condense and the spindle forms. Metaphase: they line up at the equator. Anaphase: the"
        " sister chromatids are pulled apart. Telophase: two nuclei form around them.",
    ),
    (
        "Biology: two parents are carriers of a recessive disease (Aa x Aa). What share of their children is expected to"
        " be ill, and what share of the healthy ones are carriers?",
        "One quarter is ill (aa). Of the healthy ones, AA : Aa is 1 : 2, so two thirds are carriers.",
    ),
    (
        "Statistics: what does a p-value of 0.03 mean, and what does it not mean?",
        "If the null hypothesis were true, data at least as extreme as ours would occur with probability 3 %. It is not"
        " the probability that the null hypothesis is true, nor a measure of the size of the effect.",
    ),
    (
        "Statistics: a test finds 99 % of ill people and wrongly flags 2 % of healthy ones; 1 % of people are ill. What"
        " is the probability that a flagged person is ill?",
        "One third: 0.01 x 0.99 = 0.0099 against 0.99 x 0.02 = 0.0198, and 0.0099 / (0.0099 + 0.0198) = 1/3.",
    ),
    (
        "Computer science: what is the worst-case and the average-case running time of quicksort, and what causes the"
        " worst case?",
        "O(n^2) at worst and O(n log n) on average. The worst case arises when the pivot is always the smallest or the"
        " largest element, so that each split takes off only one, e.g. a sorted array with the first element as pivot.",
    ),
    (
        "Computer science: explain in two or three sentences why a hash table offers constant-time lookup on average but"
        " not in the worst case.",
        "The hash of the key gives its bucket directly, and with a good hash and a bounded load factor each bucket holds"
        " only a few keys on average. If many keys fall into one bucket, all of them must be searched, which takes time"
        " linear in their number.",
    ),
    (
        "Computer science: how many bits are needed to number 1,000 different items, and why?",
        "10 bits: 2^9 = 512 is too few and 2^10 = 1,024 is enough.",
    ),
    (
        "Logic: write the contrapositive and the negation of 'If it rains, the street is wet.'",
        "Contrapositive: if the street is not wet, it does not rain. Negation: it rains and the street is not wet.",
    ),
    (
        "Mathematics: prove that the square root of 2 is irrational.",
        "Suppose sqrt(2) = p/q in lowest terms. Then p^2 = 2q^2, so p is even, p = 2r. Then 4r^2 = 2q^2, so q^2 = 2r^2"
        " and q is even too. That contradicts lowest terms, so no such p/q exists.",
    ),
    (
        "Mathematics: prove by induction that 1 + 2 + ... + n = n(n + 1)/2.",
        "For n = 1 both sides are 1. Suppose it holds for n. Then 1 + ... + n + (n + 1) = n(n + 1)/2 + (n + 1) ="
        " (n + 1)(n + 2)/2, which is the formula for n + 1. So it holds for all n >= 1.",
    ),
    (
        "Mathematics: in how many ways can a committee of 3 be chosen from 10 people, and in how many if one of them"
        " must be named chair?",
        "120 ways (10 x 9 x 8 / 6), and 360 with a chair, since each committee has 3 possible chairs.",
    ),
    (
        "Economics: the price of a good rises from 10 to 11 and the quantity sold falls from 200 to 170. What is the"
        " simple price elasticity of demand, and is demand elastic?",
        "-1.5: the quantity falls by 15 % while the price rises by 10 %. Its size is above 1, so demand is elastic.",
    ),
    (
        "Economics: distinguish a movement along a demand curve from a shift of the curve, with an example of each.",
        "A movement along it comes from the good's own price: apples get cheaper, people buy more. A shift comes from"
        " anything else: incomes rise, and at every price people want more apples.",
    ),
    (
        "History: name two causes and two consequences of the French Revolution of 1789.",
        "Causes: the crown's bankruptcy with an unfair burden of taxes on the third estate, and dear bread after bad"
        " harvests. Consequences: feudal privileges and the absolute monarchy were abolished, and ideas of citizenship"
        " and nationhood spread across Europe, followed by Napoleon's wars.",
    ),
    (
        "History: why was the printing press with movable type important for the Reformation? Answer in at most three"
        " sentences.",
        "It made pamphlets and vernacular Bibles cheap and quick to copy, so Luther's ideas spread through Germany within"
        " weeks. Authorities could no longer stop a text by seizing a few manuscripts. Readers could compare doctrine"
        " with scripture for themselves.",
    ),
    (
        "Philosophy: explain the difference between a valid and a sound argument, with an example that is valid but not"
        " sound.",
        "It is valid if the conclusion must be true whenever the premises are; it is sound if it is valid and its"
        " premises are in fact true. Valid but unsound: all birds can fly; penguins are birds; so penguins can fly.",
    ),
    (
        "Philosophy: what is Kant's categorical imperative in its formula of universal law, and how does it forbid a"
        " lying promise?",
        "Act only on a maxim that you can at the same time will to be a universal law. If everybody made lying promises"
        " when in need, no promise would be believed, so the maxim destroys the very practice it relies on.",
    ),
    (
        "Psychology: distinguish classical from operant conditioning, with one example of each.",
        "Classical conditioning links two stimuli: a bell before food comes to make a dog salivate. Operant conditioning"
        " links behaviour to its consequences: a rat presses a lever more often because pellets follow.",
    ),
    (
        "Literature: what is an unreliable narrator? Give one novel and say how the reader notices.",
        "A narrator whose account we cannot take at face value. In Nabokov's 'Lolita' Humbert's elegant excuses clash"
        " with the child's distress that shows through his own report.",
    ),
    (
        "Geography: why are deserts common at about 30 degrees north and south?",
        "Air that rises at the equator loses its moisture as rain, flows toward the poles aloft and sinks near 30 degrees"
        " (the Hadley cell). Sinking air warms and dries, so clouds hardly form there.",
    ),
    (
        "Astronomy: what causes the seasons on Earth, and why is it not the distance to the Sun?",
        "The Earth's axis is tilted by about 23.4 degrees, so each hemisphere gets higher sun and longer days for half of"
        " the year. It is not distance: the Earth is nearest the Sun in early January, and the hemispheres have opposite"
        " seasons at the same time.",
    ),
    (
        "Thermodynamics: what is the greatest efficiency of a heat engine between 600 K and 300 K, and which law sets it?",
        "50 %: Carnot's limit 1 - T_cold / T_hot = 1 - 300/600. The second law of thermodynamics sets it.",
    ),
    (
        "Electronics: what is the resistance of 6 and 3 ohms in parallel, and which current flows from 12 V?",
        "2 ohms (6 x 3 / 9), so 6 A flow in total: 2 A through the 6 ohms and 4 A through the 3 ohms.",
    ),
    (
        "Linguistics: what is the difference between a phoneme and a morpheme? Show both in the word 'cats'.",
        "A phoneme is the smallest sound unit that tells words apart; a morpheme is the smallest unit that carries"
        " meaning. 'Cats' has four phonemes, /k/ /a/ /t/ /s/, and two morphemes, 'cat' and the plural '-s'.",
    ),
    (
        "Operating systems: name the four conditions that must hold together for a deadlock.",
        "Mutual exclusion, hold and wait, no preemption, and circular wait.",
    ),
)
