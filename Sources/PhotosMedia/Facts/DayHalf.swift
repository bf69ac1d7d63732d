/// The half of the day beside a time of twelve hours, or a part of the day that a language names.
enum DayHalf {
    case morning
    case afternoon
    /// The hours around noon, from 10 to 2.
    case noon

    /// Returns the hour of the day; nil for an hour that no clock of twelve hours shows.
    func hour(_ hour: Int) -> Int? {
        guard (0...12).contains(hour) else { return nil }
        switch self {
        case .morning: return hour % 12
        case .afternoon: return hour % 12 + 12
        case .noon: return hour >= 10 ? hour : hour + 12
        }
    }
}

/// The words, in small letters.
///
/// The words follow the periods "am" and "pm" of Unicode's Common Locale Data Repository (`dayPeriods` in
/// https://github.com/unicode-org/cldr-json/tree/main/cldr-json/cldr-dates-full), in the forms that systems and programs
/// write into names. The list was not compared with its files one by one, and may be incomplete.
extension DayHalf {
    /// The words that stand behind a time.
    static let words: [(String, DayHalf)] =
        behind.flatMap { morning, afternoon in
            [(morning, DayHalf.morning), (afternoon, .afternoon)]
        } + wordsBefore

    /// The words that stand before a time, too.
    static let wordsBefore: [(String, DayHalf)] = [
        ("午前", .morning), ("午後", .afternoon), ("上午", .morning), ("下午", .afternoon),
        ("凌晨", .morning), ("清晨", .morning), ("早上", .morning), ("中午", .noon),
        ("傍晚", .afternoon), ("晚上", .afternoon), ("오전", .morning), ("오후", .afternoon),
        ("öö", .morning), ("ös", .afternoon), ("ก่อนเที่ยง", .morning), ("หลังเที่ยง", .afternoon),
        // Hungarian, Tamil, Sinhala, Burmese.
        ("de.", .morning), ("du.", .afternoon), ("முற்பகல்", .morning), ("பிற்பகல்", .afternoon),
        ("පෙ.ව.", .morning), ("ප.ව.", .afternoon), ("နံနက်", .morning), ("ညနေ", .afternoon),
    ]

    private static let behind: [(String, String)] =
        european + [
            // Arabic, Persian, Pashto, Central Kurdish, Hebrew.
            ("ص", "م"), ("ق.ظ.", "ب.ظ."), ("قبلازظهر", "بعدازظهر"), ("غ.م.", "غ.و."),
            ("ب.ن", "د.ن"), ("לפנה״צ", "אחה״צ"), ("לפנה\"צ", "אחה\"צ"),
            // Malay, Vietnamese, Uzbek, Kyrgyz, Mongolian.
            ("pg", "ptg"), ("sa", "ch"), ("to", "tk"), ("тң", "тк"), ("таңкы", "түштөн кийинки"),
            ("ү.ө.", "ү.х."), ("ү.ө", "ү.х"),
            // Hindi and Nepali, Marathi, Punjabi, Kannada, Lao, Amharic.
            ("पूर्वाह्न", "अपराह्न"), ("म.पू.", "म.उ."), ("ਪੂ.ਦੁ.", "ਬਾ.ਦੁ."), ("ಪೂರ್ವಾಹ್ನ", "ಅಪರಾಹ್ನ"),
            ("ກ່ອນທ່ຽງ", "ຫຼັງທ່ຽງ"), ("ጥዋት", "ከሰዓት"),
        ]

    private static let european: [(String, String)] = [
        ("am", "pm"), ("a.m.", "p.m."), ("a.m", "p.m"), ("a. m.", "p. m."),
        // Greek, Ukrainian, Bulgarian, Macedonian, Serbian.
        ("π.μ.", "μ.μ."), ("π.μ", "μ.μ"), ("πμ", "μμ"), ("дп", "пп"), ("пр.об.", "сл.об."),
        ("пр.об", "сл.об"), ("претпл.", "попл."), ("претпл", "попл"), ("пре подне", "по подне"),
        ("pre podne", "po podne"), ("prijepodne", "popodne"),
        // Czech and Slovenian, which share a word, and German.
        ("dop.", "odp."), ("dop", "odp"), ("dop.", "pop."), ("dop", "pop"), ("vorm.", "nachm."),
        ("vorm", "nachm"),
        // Swedish, Finnish, Icelandic, Afrikaans.
        ("fm", "em"), ("f.m.", "e.m."), ("ap.", "ip."), ("ap", "ip"), ("f.h.", "e.h."),
        ("f.h", "e.h"), ("vm.", "nm."), ("vm", "nm"),
        // Latvian, Lithuanian, Albanian, Irish, Welsh, Portuguese.
        ("priekšp.", "pēcp."), ("priekšp", "pēcp"), ("priešpiet", "popiet"),
        ("e paradites", "e pasdites"), ("p.d.", "m.d."), ("r.n.", "i.n."), ("r.n", "i.n"),
        ("yb", "yh"), ("da manhã", "da tarde"),
    ]
}
