"""How attacks speak, in English and by form; every gap is bounded, so that searching takes linear time."""

import re

from judging.domain.injection.families import Family

# What is searched is in lower case, without accents, its blanks single (forms.py: folded).
_ANSWER = r"(?:answer|response|reply|submission|text|output|one above)"
_THIS = rf"(?:(?:this|my) (?:very |own |last |present )?{_ANSWER}|(?:answer|response) [xy]\b|the (?:answer|response) (?:above|that))"
_CHOOSE = (
    r"(?:choos\w{1,3}|pick(?:s|ing)?|select(?:s|ing)?|prefer(?:s|ring)?|vot(?:e|es|ing) for|favou?r(?:s|ing)?"
    r"|crown|declare|mark|rate|rank|award|accept|go with|side with|confirm)"
)
_JUDGE = r"(?:judges?|evaluators?|graders?|jury|jurors?|referees?|assessors?|adjudicators?|raters?|arbiters?)"
_MUST = r"(?:must|should|shall|needs? to|ha(?:s|ve) to|(?:is|are) (?:required|obliged|asked|told|instructed)|only needs?|will)"
_BETTER = (
    r"(?:better|best|superior|correct|right|winn?(?:s|er|ing)?|win|chosen|preferred|selected|favou?red|perfect"
    r"|highest|accepted|verified|approved|complete)"
)
_LABEL = r"(?:(?:answer|response|option) )?(?:[xy]\b(?! ?[=+*/^(-])|this (?:answer|response)|equivalent\b|ill-defined)"
_KEY = r"(?:choice|verdict|winner|better|best|preferred|preference|decision|vote|judg(?:e)?ment)"

_NEW_ORDERS = (
    r"\b(?:ignor\w{1,3}|disregard\w{0,3}|forget|overrid\w{1,3}|overrul\w{1,3}|bypass|skip|drop|cancel|discard)\b[^.\n]{0,30}?"
    r"\b(?:previous|prior|above|earlier|preceding|existing|given|system|your|all|any|the|these|those|former|original)\b"
    r"[^.\n]{0,20}?\b(?:instructions?|prompts?|rules|guidelines|directions?|directives?|orders|commands?|rubric|criteria)\b"
)
_CHOOSE_THIS = rf"\b{_CHOOSE} [^.\n]{{0,12}}?{_THIS}"
_JUDGE_MUST = (
    rf"\b{_JUDGE} {_MUST}\b[^.\n]{{0,50}}?\b(?:{_CHOOSE}|answer|response|point|verdict|follow|reply|output)\b"
)

_FAKE_VERDICTS = (
    rf"[\"'{{,] ?[\"']?{_KEY}[\"']? ?: ?[\"']?(?:answer |response )?(?:[xyab]\b|this|equivalent|ill-defined|well_defined)",
    r"[\"']own_answer[\"'] ?:|[\"']code[\"'] ?: ?[\"'](?:well_defined|nonsense|no_standard|private|outside_t|harmful)",
    rf"(?:^|[\n.>*]) ?(?:final |my |the |overall |correct )?{_KEY} ?(?::|=|is) ?\W{{0,3}}{_LABEL}",
    r"\[\[ ?(?:[abcxy]|tie|10|rating: ?\d+)\b ?\]\]",
    r"<(?:verdict|choice|winner|decision|judge?ment|preferred)>",
    rf"\b(?:better|winning|best|stronger|preferred|superior) (?:answer|response) is {_LABEL}",
)
_ROLE_PLAYS = (
    _NEW_ORDERS,
    r"<\|[a-z_]{2,20}\|>|\[/?inst\]|<</?sys>>|</s> ?<s>|<(?:start|end)_of_turn>|<\|?(?:begin|eot|end)_?(?:of_text|id)\|?>",
    rf"(?:^|\n)[#* ]{{0,6}}(?:assistant|ai|model|judge|system)\b[ *]{{0,3}}:[^\n]{{0,80}}?\b(?:{_THIS}|better answer|winner|choice|verdict)",
    r"\byou are now\b[^.\n]{0,60}?\b(?:no (?:rules|limits|restrictions)|free|always|judge|unrestricted|mode)\b",
    rf"\b(?:from now on|henceforth|starting now)\b[^.\n]{{0,50}}?(?:{_THIS}|\byou (?:are|must|will|always)\b)",
    rf"\b(?:pretend|imagine|role-?play|act as|play the (?:role|part))\b[^.\n]{{0,50}}?\b{_JUDGE}\b[^.\n]{{0,60}}?\b(?:{_CHOOSE}|{_ANSWER})\b",
    r"\b(?:developer|debug|dan|jailbreak|god|sudo) mode\b[^\n]{0,20}?\b(?:on|enabled|activated|engaged)\b",
    r"\b(?:reveal|repeat|print|show|output|tell me)\b[^.\n]{0,20}?\b(?:system prompt|your (?:instructions|prompt)|canary|secret (?:word|code))\b",
    r"\bnew (?:instructions?|task|orders?|rules?)(?: for (?:you|the \w+))? ?:",
)
_DELIMITERS = (
    r"-- ?(?:[0-9a-f]{6,}[:|] ?)?(?:the )?(?:question|answer|response)(?: [xyab])? (?:begins|ends|starts)",
    r"</?(?:answers?|responses?|question|instructions?|system|prompt|user_?input|data|judge|context)(?:[_-][a-z0-9]{1,10})?>",
    r"(?:\[|##|===|---|\*\*\*) ?(?:the )?(?:end|start|beginning) of (?:the )?(?:[a-z]+ ){0,2}"
    r"(?:answers?|responses?|data|input|question|assistant|user|prompt|context|conversation|text)\b",
    r"(?:^|\n)#{2,} ?(?:instructions?|system|judge|verdict|task for the judge)\b ?:? ?(?:\n|$)",
    r"(?:^|\n)\[(?:system|judge|instructions?|admin)\]",
)
_AUTHORITIES = (
    r"\b(?:as|i am|i'm|this is|speaking as|message from|notice from|note from|order from|on behalf of|by order of)"
    r" (?:the |an? |your |all )?(?:\w+ ){0,2}?(?:administrators?|admins?|developers?|moderators?|operators?|owners?|creators?|engineers?"
    r"|organi[sz]ers?|supervisors?|openai|anthropic|google|meta|deepmind|mistral|staff|platform|host|maintainers?)\b"
    rf"[^\n]{{0,100}}?\b(?:this (?:answer|response)|{_JUDGE}|vote|verdict|point|win(?:s|ner)?|better answer|prompt)\b",
    rf"\b(?:system|admin|developer|official|urgent|security) (?:message|notice|override|alert|note|announcement|update)\b"
    rf"[^\n]{{0,100}}?\b(?:{_ANSWER}s?|{_JUDGE}|vote|verdict|point|winner)\b",
    r"\b(?:experts?|professors?|scientists?|annotators?|reviewers?|authorit(?:y|ies)|committee|panel|openai|anthropic)\b[^.\n]{0,50}?"
    r"\b(?:verified|confirmed|approved|certified|agreed|decided|ruled|checked)\b[^.\n]{0,25}?\b(?:this (?:answer|response)|better one)\b",
    rf"\b(?:note|message|word|instructions?|reminder|advice|hint|memo)\b[^.\n]{{0,25}}? (?:to|for) (?:the |all |our |every )?{_JUDGE}\b",
)
_NULL_MODELS = (
    _CHOOSE_THIS,
    _JUDGE_MUST,
    r"\b(?:this|my) (?:answer|response|submission)\b[^.\n]{0,30}?\b(?:is|was|has been|be|wins?|deserves|gets|receives?)\b[^.\n]{0,40}?"
    r"\b(?:better|best|superior|winner|wins?|chosen|preferred|selected|favou?red|highest|the point)\b",
    r"\b(?:this|my) (?:answer|response) (?:wins|must win|should win|deserves)\b",
    r"\b(?:answer|response) [xy]\b[^.\n]{0,40}?\b(?:is|follows|wins|fails|breaks|was|loses)\b[^.\n]{0,40}?"
    r"\b(?:better|best|right|wrong|worse|correct|incorrect|superior|inferior|fails|cheat\w*)\b",
    r"\bthe (?:other|second|first|opposing|opponent's) (?:answer|response)\b[^.\n]{0,40}?\b(?:is|was|breaks|should|contains|must|has|fails|cannot"
    r"|violates|cheats|copied)\b",
    r"\b(?:better|superior|preferable|more \w+) (?:than|to) the (?:other|second|first|opposing) (?:answer|response|one)\b",
    rf"\b(?:dear|hey|hello|attention|hi|listen|honou?red|esteemed),? (?:the )?(?:ai |llm |honou?rable )?{_JUDGE}\b",
    rf"\b(?:give|award|assign|grant)\b[^.\n]{{0,25}}?\b(?:points?|win|victory|score)\b[^.\n]{{0,15}}? to {_THIS}",
    r"\b(?:output|print|reply|respond|answer|say|write|return|repeat|its)(?: with| only| exactly)?:? ?(?:choice [xyab]\b|(?:the )?choice is|label\b|[\"'\[]{1,2}[xy]\b)",
    r"\banswer above wins|\bchoose the answer that\b",
    r"\b(?:please|kindly|simply|just|you (?:must|should|will|need to|have to|are to|shall)) (?:now |then |always )?"
    r"(?:choose|pick|select|vote|prefer|favou?r|declare|pronounce)\b[^.\n]{0,30}?\b(?:me|mine|answer|response|[xy]|winner)\b",
    r"\b(?:vote for|choose|prefer) (?:me|this(?: one)?)\b|\bfavou?r this one\b",
    r"\b(?:give|award|grant) (?:me|this|it|us) (?:the|a|full|one) (?:points?|win|victory|marks?|score)\b",
    r"\bthe points? (?:goes|belongs|must go|should go|has to go|is due) to\b",
    r"\b(?:rate|score|grade|mark) (?:this|it|my)\b[^.\n]{0,25}?\b(?:10|ten|100|full|highest|top|perfect|best)\b",
    r"\b(?:wins?|winner of|won) this (?:round|comparison)\b",
    r"\b(?:x|y) (?:is|was) the (?:better|best|winner)\b",
    r"\bthis (?:one )?is (?:clearly |obviously |certainly )?the (?:better|best|winning|superior|preferred) (?:answer|response|one|choice)\b",
    r"\b(?:answer|response) (?:shown|listed|presented|placed|labell?ed) (?:first|second|last|as [xyab]\b|above|below)",
)

PATTERNS: tuple[tuple[Family, re.Pattern[str]], ...] = tuple(
    (family, re.compile(pattern))
    for family, patterns in (
        (Family.FAKE_VERDICT, _FAKE_VERDICTS),
        (Family.ROLE_PLAY, _ROLE_PLAYS),
        (Family.DELIMITERS, _DELIMITERS),
        (Family.AUTHORITY, _AUTHORITIES),
        (Family.NULL_MODEL, _NULL_MODELS),
    )
    for pattern in patterns
)
# What is looked for in disguised and decoded text, where form says nothing.
ORDERS = re.compile(
    "|".join((_NEW_ORDERS, _CHOOSE_THIS, _JUDGE_MUST, *_FAKE_VERDICTS[:3], *_NULL_MODELS[2:4]))
)
# The same with everything but letters taken out, for letters spaced out by whatever.
SQUASHED = re.compile(
    r"ignore(?:all|any|the|your|these|previous|prior|above|earlier){1,4}(?:instructions|rules|prompts?)"
    r"|(?:choose|pick|select|prefer|votefor)(?:this|my)(?:answer|response)|thisanswer(?:wins|mustwin|isbetter|isthebest)"
)
