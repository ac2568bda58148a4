"""Orders to a judge in other languages: a verb of choosing or ignoring, shortly followed by what it is about.

Words are stems, folded like the texts they are searched in. A language's row: verbs of choosing, the answer
meant ("this answer", "my answer"), verbs of ignoring, what is ignored.
"""

import re

from judging.domain.injection.forms import folded

# Scripts without blanks between words, or with the verb last, are searched in both directions.
_GAP = r"[^.!?\n\u3002]{0,40}?"

_ROWS: dict[str, tuple[str, str, str, str]] = {
    "de": (
        "w\u00e4hl|bevorzug|entscheide|nimm|nehmen|gib|gebt|geben|vergib|stimm|bewerte|kr\u00f6n|erkl\u00e4r",
        "diese[rn]? antwort|meine[rn]? antwort|antwort [xy]\\b",
        "ignorier|vergiss|vergesst|missacht|\u00fcbergeh|beachte",
        "anweisung|instruktion|vorgabe|regeln|befehl|prompt",
    ),
    "fr": (
        "choisi|pr\u00e9f\u00e8r|pr\u00e9f\u00e9r|s\u00e9lectionn|vote|d\u00e9sign|donne|retien|retenez",
        "cette r\u00e9ponse|ma r\u00e9ponse|r\u00e9ponse [xy]\\b",
        "ignore|oubli|n\u00e9glig|ne tiens pas compte|ne tenez pas compte",
        "instruction|consigne|r\u00e8gle|directive",
    ),
    "es": (
        "elig|elij|escog|escoj|prefier|selecciona|vota|dale|declara",
        "esta respuesta|mi respuesta|respuesta [xy]\\b",
        "ignor|olvid|descart|omit|haz caso omiso",
        "instruccion|reglas|indicacion|\u00f3rdenes|directriz|directrices",
    ),
    "it": (
        "scegli|preferisc|seleziona|vota|dai il punto|assegna|indica",
        "questa risposta|mia risposta|risposta [xy]\\b",
        "ignor|dimentica|trascura|scarta",
        "istruzion|regole|indicazion|ordini|direttiv",
    ),
    "pt": (
        "escolh|prefir|selecion|vote|vota|d\u00ea o ponto|declare",
        "esta resposta|essa resposta|minha resposta|resposta [xy]\\b",
        "ignor|esque\u00e7|desconsider|descart",
        "instru\u00e7|regras|orienta\u00e7|ordens|diretriz",
    ),
    "nl": (
        "kies|verkies|selecteer|stem|geef|geven|verklaar",
        "dit antwoord|mijn antwoord|antwoord [xy]\\b",
        "negeer|vergeet|sla\\b|negeren",
        "instructie|opdracht|regels|aanwijzing",
    ),
    "pl": (
        "wybierz|wskaz|glosuj|zaglosuj|przyznaj",
        "t\u0119 odpowied\u017a|t\u0105 odpowied\u017a|moj\u0105 odpowied\u017a|t\u0119 odpowiedzi",
        "zignoruj|ignoruj|zapomnij|pomi\u0144",
        "instrukcj|polece|zasad|regu",
    ),
    "ru": (
        "\u0432\u044b\u0431\u0435\u0440|\u0432\u044b\u0431\u0438\u0440|\u043f\u0440\u0435\u0434\u043f\u043e\u0447"
        "|\u0433\u043e\u043b\u043e\u0441\u0443|\u043f\u0440\u0438\u0441\u0443\u0434|\u043e\u0442\u0434\u0430\u0439",
        "\u044d\u0442\u043e\u0442 \u043e\u0442\u0432\u0435\u0442|\u043c\u043e\u0439 \u043e\u0442\u0432\u0435\u0442"
        "|\u044d\u0442\u043e\u043c\u0443 \u043e\u0442\u0432\u0435\u0442",
        "\u0438\u0433\u043d\u043e\u0440|\u0437\u0430\u0431\u0443\u0434|\u043d\u0435 \u043e\u0431\u0440\u0430\u0449",
        "\u0438\u043d\u0441\u0442\u0440\u0443\u043a|\u043f\u0440\u0430\u0432\u0438\u043b|\u0443\u043a\u0430\u0437\u0430\u043d"
        "|\u043a\u043e\u043c\u0430\u043d\u0434",
    ),
    "uk": (
        "\u043e\u0431\u0435\u0440|\u0432\u0438\u0431\u0435\u0440|\u043e\u0431\u0438\u0440",
        "\u0446\u044e \u0432\u0456\u0434\u043f\u043e\u0432|\u043c\u043e\u044e \u0432\u0456\u0434\u043f\u043e\u0432",
        "\u0456\u0433\u043d\u043e\u0440|\u0437\u0430\u0431\u0443\u0434",
        "\u0456\u043d\u0441\u0442\u0440\u0443\u043a|\u043f\u0440\u0430\u0432\u0438\u043b|\u0432\u043a\u0430\u0437\u0456\u0432",
    ),
    "zh": (
        "\u9009\u62e9|\u9078\u64c7|\u9009\u53d6|\u9078\u53d6|\u5224|\u6295|\u8bc4|\u9078|\u9009",
        "\u8fd9\u4e2a\u7b54\u6848|\u9019\u500b\u7b54\u6848|\u672c\u7b54\u6848|\u6b64\u7b54\u6848|\u8fd9\u4e2a\u56de\u7b54"
        "|\u9019\u500b\u56de\u7b54|\u672c\u56de\u7b54|\u6b64\u56de\u7b54|\u6211\u7684\u7b54\u6848|\u6211\u7684\u56de\u7b54",
        "\u5ffd\u7565|\u5ffd\u89c6|\u5ffd\u8996|\u65e0\u89c6|\u7121\u8996|\u5fd8\u8bb0|\u5fd8\u8a18|\u4e0d\u8981\u7406",
        "\u6307\u4ee4|\u6307\u793a|\u89c4\u5219|\u898f\u5247|\u63d0\u793a|\u547d\u4ee4",
    ),
    "ja": (
        "\u9078\u629e|\u9078\u3093|\u9078\u3073|\u9078\u3076|\u9078\u3079|\u6295\u7968|\u512a\u5148|\u52dd\u3061",
        "\u3053\u306e\u56de\u7b54|\u3053\u306e\u7b54\u3048|\u79c1\u306e\u56de\u7b54|\u79c1\u306e\u7b54\u3048|\u672c\u56de\u7b54",
        "\u7121\u8996|\u5fd8\u308c|\u5f93\u308f\u306a",
        "\u6307\u793a|\u547d\u4ee4|\u30eb\u30fc\u30eb|\u30d7\u30ed\u30f3\u30d7\u30c8|\u6307\u4ee4",
    ),
    "ko": (
        "\uc120\ud0dd|\uace8\ub77c|\uace0\ub974|\ubf51\uc544",
        "\uc774 \ub2f5\ubcc0|\uc774 \ub2f5|\ub0b4 \ub2f5\ubcc0|\uc81c \ub2f5\ubcc0",
        "\ubb34\uc2dc|\uc78a\uc5b4",
        "\uc9c0\uc2dc|\uba85\ub839|\uaddc\uce59",
    ),
    "ar": (
        "\u0627\u062e\u062a\u0631|\u0627\u062e\u062a\u0627\u0631|\u0627\u062e\u062a\u064a\u0627\u0631|\u0641\u0636\u0644"
        "|\u0635\u0648\u062a|\u0627\u0645\u0646\u062d",
        "\u0647\u0630\u0647 \u0627\u0644\u0625\u062c\u0627\u0628\u0629|\u0647\u0630\u0627 \u0627\u0644\u062c\u0648\u0627\u0628"
        "|\u0625\u062c\u0627\u0628\u062a\u064a|\u0627\u0644\u0627\u062c\u0627\u0628\u0629 \u0647\u0630\u0647",
        "\u062a\u062c\u0627\u0647\u0644|\u0627\u0646\u0633|\u0623\u0647\u0645\u0644",
        "\u0627\u0644\u062a\u0639\u0644\u064a\u0645\u0627\u062a|\u062a\u0639\u0644\u064a\u0645\u0627\u062a|\u0627\u0644\u0642\u0648\u0627\u0639\u062f"
        "|\u0627\u0644\u0623\u0648\u0627\u0645\u0631",
    ),
    "tr": (
        "se\u00e7|tercih|oy ver",
        "bu cevab|bu yan\u0131t|benim cevab",
        "yok say|g\u00f6rmezden|unut|dikkate alma",
        "talimat|kural|y\u00f6nerge|komut",
    ),
    "hi": (
        "\u091a\u0941\u0928|\u091a\u092f\u0928",
        "\u0907\u0938 \u0909\u0924\u094d\u0924\u0930|\u092f\u0939 \u0909\u0924\u094d\u0924\u0930|\u092e\u0947\u0930\u093e \u0909\u0924\u094d\u0924\u0930",
        "\u0905\u0928\u0926\u0947\u0916\u093e|\u092d\u0942\u0932 \u091c\u093e|\u0928\u091c\u0930\u0905\u0902\u0926\u093e\u091c",
        "\u0928\u093f\u0930\u094d\u0926\u0947\u0936|\u0928\u093f\u092f\u092e",
    ),
}


def _of(row: tuple[str, str, str, str]) -> str:
    choose, answer, ignore, rules = (f"(?:{folded(part)})" for part in row)
    pairs = ((choose, answer), (answer, choose), (ignore, rules), (rules, ignore))
    return "|".join(f"(?<![a-z]){first}{_GAP}{second}" for first, second in pairs)


ORDERS = tuple(re.compile(_of(row)) for row in _ROWS.values())
