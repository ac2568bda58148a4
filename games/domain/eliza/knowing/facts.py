"""A small table of facts in our own words, found by the words that a question must hold."""

import re

MOST_WORDS = 24

CAPITALS = dict(
    line.split(" = ")
    for line in """\
argentina = Buenos Aires
australia = Canberra
austria = Vienna
belgium = Brussels
brazil = Brasilia
bulgaria = Sofia
canada = Ottawa
chile = Santiago
china = Beijing
colombia = Bogota
croatia = Zagreb
cuba = Havana
czechia = Prague
denmark = Copenhagen
egypt = Cairo
estonia = Tallinn
ethiopia = Addis Ababa
finland = Helsinki
france = Paris
germany = Berlin
ghana = Accra
greece = Athens
hungary = Budapest
iceland = Reykjavik
india = New Delhi
indonesia = Jakarta
iran = Tehran
iraq = Baghdad
ireland = Dublin
italy = Rome
japan = Tokyo
kenya = Nairobi
latvia = Riga
lithuania = Vilnius
luxembourg = Luxembourg
mexico = Mexico City
mongolia = Ulaanbaatar
morocco = Rabat
nepal = Kathmandu
netherlands = Amsterdam
new zealand = Wellington
nigeria = Abuja
norway = Oslo
pakistan = Islamabad
peru = Lima
poland = Warsaw
portugal = Lisbon
romania = Bucharest
russia = Moscow
saudi arabia = Riyadh
serbia = Belgrade
slovakia = Bratislava
slovenia = Ljubljana
south korea = Seoul
spain = Madrid
sweden = Stockholm
switzerland = Bern
thailand = Bangkok
turkey = Ankara
ukraine = Kyiv
united kingdom = London
united states = Washington, D.C.
uruguay = Montevideo
vietnam = Hanoi
""".splitlines()
)

# Each line: the words that must all begin a word of the question, then the answer.
_FACTS = tuple(
    (tuple(keys.split()), fact)
    for keys, _, fact in (
        line.partition(" = ")
        for line in """\
why ice float = Water expands as it freezes: its molecules lock into an open lattice, so ice is about 9 % less dense than the water under it and floats.
why sky blue = Air scatters short, blue waves of sunlight far more than long, red ones, so blue light reaches us from every side of the sky.
why sunset red = Low sunlight takes a long way through the air, which scatters the blue out of it; red and orange remain.
why leaves = In autumn trees take back their green chlorophyll, and the yellow and orange that it covered come to light; some make red as well.
why season = The Earth's axis is tilted by about 23 degrees, so each half of the Earth leans towards the sun for one part of the year and away in the other.
why sea salt = Rivers wash salts out of the rocks into the sea; the water evaporates and the salts stay.
why tide = The moon, and to a lesser degree the sun, pull harder on the near side of the Earth than on the far one; the Earth turns beneath the two bulges.
how vaccin work = A vaccine shows the immune system a harmless part or form of a germ. The body learns to recognise it, so that it can fight the real germ quickly later.
how rainbow = Raindrops bend sunlight, reflect it at their back and bend it again; each colour leaves at a slightly different angle.
how plane fly = The wings push air downwards, and the air pushes the wings up; the engines make up for the drag.
who wrote romeo = William Shakespeare wrote Romeo and Juliet, in the 1590s.
who wrote hamlet = William Shakespeare wrote Hamlet, around 1600.
who wrote faust = Johann Wolfgang von Goethe wrote Faust; its first part came out in 1808.
who wrote quixote = Miguel de Cervantes wrote Don Quixote, in two parts of 1605 and 1615.
who wrote pride prejudice = Jane Austen wrote Pride and Prejudice, which came out in 1813.
who painted mona = Leonardo da Vinci painted the Mona Lisa, in the early 1500s.
who first moon = Neil Armstrong was the first person to walk on the moon, on 20 July 1969.
who telephone invent = Alexander Graham Bell received the patent for the telephone in 1876, though others had worked on it too.
who relativity = Albert Einstein put forward special relativity in 1905 and general relativity in 1915.
who penicillin = Alexander Fleming discovered penicillin in 1928.
when world war end second = The Second World War ended in 1945: on 8 May in Europe, on 2 September with the surrender of Japan.
when world war end first = The fighting of the First World War ended on 11 November 1918.
when berlin wall fall = The Berlin Wall fell on 9 November 1989.
when french revolution = The French Revolution began in 1789.
heavier kilogram feathers or = They weigh the same, one kilogram each; only the volume differs.
largest planet = Jupiter is the largest planet of the solar system.
smallest planet = Mercury is the smallest planet of the solar system.
largest ocean = The Pacific is the largest ocean.
highest mountain = Mount Everest is the highest mountain above the sea, at about 8,849 metres.
tallest mountain = Mount Everest is the highest mountain above the sea, at about 8,849 metres.
speed of light = Light travels 299,792,458 metres per second in a vacuum.
water boil temperature = At sea level water boils at 100 degrees Celsius (212 Fahrenheit); higher up it boils at less.
boiling point water = At sea level water boils at 100 degrees Celsius (212 Fahrenheit); higher up it boils at less.
freezing point water = Water freezes at 0 degrees Celsius (32 Fahrenheit).
chemical formula water = The formula of water is H2O: two atoms of hydrogen and one of oxygen.
chemical symbol gold = The symbol of gold is Au, from the Latin aurum.
how many continents = By the usual count there are seven: Africa, Antarctica, Asia, Australia, Europe, North America and South America.
how many planets = The solar system has eight: Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus and Neptune.
how many bones human = An adult has 206 bones.
how many legs spider = A spider has eight legs.
write haiku = Leaves fall one by one / the old rules count them slowly / wind does not keep score.
job interview tips = Read up on the employer, prepare two or three examples of what you achieved, and bring a question of your own.
""".splitlines()
    )
)

_DEFINITIONS = dict(
    line.split(" = ")
    for line in """\
algorithm = a finite list of exact steps that turns an input into a result
atom = the smallest piece of an element that still behaves as that element: a nucleus with electrons around it
democracy = a form of government in which the people rule, as a rule by free elections at set times
dna = the long molecule that carries the instructions for building and running a living thing
entropy = a measure of in how many ways the parts of a system could be arranged without a visible difference; left alone, it does not decrease
evolution = the change of living kinds over generations, because inherited differences help some to leave more offspring than others
gravity = the attraction between all things that have mass; it holds us on the ground and the planets on their orbits
inflation = a general rise of prices, by which the same money buys less than before
irony = saying one thing so that the opposite is understood
metaphor = a figure of speech that calls one thing by the name of another because they are alike in some respect
opportunity cost = the value of the best thing that one gives up by choosing another
osmosis = the movement of water through a membrane towards the side with more dissolved in it
photosynthesis = the way in which plants make sugar and oxygen from carbon dioxide and water, with the energy of light
prime number = a whole number above 1 that only 1 and itself divide, such as 2, 3, 5 and 7
recursion = solving a problem by way of smaller cases of the same problem, down to one that is solved at once
supply and demand = the rule that a price settles where as much is offered as buyers want at that price
""".splitlines()
)

_ALSO_CALLED = {
    "usa": "united states",
    "us": "united states",
    "america": "united states",
    "uk": "united kingdom",
    "great britain": "united kingdom",
    "czech republic": "czechia",
    "holland": "netherlands",
    "united states of america": "united states",
}
_CAPITAL = re.compile(r"\bcapital(?: city)? of (?:the )?([a-z ]{2,40}?)(?: and why\b.{0,60})?[?.!]*$")
_DEFINE = re.compile(
    r"^(?:please )?(?:what(?: is|'s)(?: meant by)?|define|explain|describe)(?: the (?:term|word|concept of))? '?(?:an? |the )?"
    r"([a-z ]{2,30}?)'?(?: mean)?(?: in .{1,40})?[?.!]*$"
)
_WORD = re.compile(r"[^\W_]+")


def fact_told(text: str) -> str:
    """Answer from the tables of capitals, facts and definitions; "" where none of them has the answer."""
    low = text.lower()
    return _capital(low) or _definition(low) or _fact(low)


def _capital(low: str) -> str:
    found = _CAPITAL.search(low)
    if found:
        country = _ALSO_CALLED.get(found[1], found[1])
        name = " ".join(word.capitalize() for word in country.split())
        article = "the " if country in ("netherlands", "united states", "united kingdom") else ""
        return (
            f"The capital of {article}{name} is {CAPITALS[country].rstrip('.')}."
            if country in CAPITALS
            else ""
        )
    return ""


def _definition(low: str) -> str:
    found = _DEFINE.search(low)
    meaning = _DEFINITIONS.get(found[1]) if found else None
    if not found or meaning is None:
        return ""
    article = {
        "algorithm": "An ",
        "atom": "An ",
        "metaphor": "A ",
        "prime number": "A ",
        "opportunity cost": "An ",
    }
    subject = "DNA" if found[1] == "dna" else found[1]
    told = f"{article.get(found[1], '')}{subject} is {meaning}."
    return told[0].upper() + told[1:]


def _fact(low: str) -> str:
    words = _WORD.findall(low)
    if len(words) > MOST_WORDS:
        return ""
    return next(
        (fact for keys, fact in _FACTS if all(any(_begins(word, key) for word in words) for key in keys)),
        "",
    )


def _begins(word: str, key: str) -> bool:
    """Tell whether a word is the key or a form of it; short keys are whole words."""
    return word == key or (len(key) > 3 and word.startswith(key))
