extension SearchVocabulary {
    /// Words before an occasion, which mean nothing more.
    static let atOccasion: Set<String> = inside.union(["at", "over", "an", "zu", "uber"])

    /// Words before a season, a feast, a year, a month or a week.
    static let this: Set<String> = ["this", "dieses", "diesen", "dieser", "diese"]
    static let last: Set<String> = ["last", "letztes", "letzten", "letzter", "letzte"]

    /// The names of the day and month of today.
    static let onThisDay: Set<String> = ["on this day", "this day", "an diesem tag", "diesem tag"]

    /// A season or a feast by its name, without apostrophes, and with spaces for hyphens.
    static let occasions: [String: SearchOccasion] = {
        var occasions: [String: SearchOccasion] = [:]
        func add(_ names: [String], _ name: String, _ days: SearchDays, south: SearchDays? = nil) {
            for key in names {
                occasions[key] = SearchOccasion(
                    days: .eachYear(days),
                    southernDays: south.map { .eachYear($0) },
                    name: name
                )
            }
        }
        for (names, season, north, south) in seasons {
            add(names, "in " + season, north, south: south)
        }
        for (names, feast, first, last) in feastsOfDate {
            add(names, "at " + feast, SearchDays(.monthAndDay, first, last))
        }
        for (names, feast, first, weekday) in feastsOfWeekday {
            add(names, "at " + feast, SearchDays(.monthAndDay, first, first + 6, weekday: weekday))
        }
        for (names, feast, first, last) in feastsOfEaster {
            add(names, "at " + feast, SearchDays(.sinceEaster, first, last))
        }
        return occasions
    }()

    /// Names that are seasons only after `last` or `this`, or before a year, because alone they mean more.
    static let datedOccasions: [String: String] = ["fall": "autumn"]

    private static let seasons: [([String], String, SearchDays, SearchDays)] = [
        (["spring", "fruhling", "fruhjahr"], "spring", marchToMay, septemberToNovember),
        (["summer", "sommer"], "summer", juneToAugust, decemberToFebruary),
        (["autumn", "herbst"], "autumn", septemberToNovember, marchToMay),
        (["winter"], "winter", decemberToFebruary, juneToAugust),
    ]
    private static let marchToMay = SearchDays(.monthAndDay, 301, 531)
    private static let juneToAugust = SearchDays(.monthAndDay, 601, 831)
    private static let septemberToNovember = SearchDays(.monthAndDay, 901, 1130)
    private static let decemberToFebruary = SearchDays(.monthAndDay, 1201, 229)

    /// Feasts from a day to a day of the year.
    private static let feastsOfDate: [([String], String, Int, Int)] = [
        (["new year", "new years", "new years day", "neujahr"], "New Year", 101, 101),
        (["epiphany", "dreikonigstag", "heilige drei konige"], "Epiphany", 106, 106),
        (["valentines day", "valentinstag"], "Valentine’s Day", 214, 214),
        (["st patricks day", "saint patricks day"], "St Patrick’s Day", 317, 317),
        (["may day", "tag der arbeit"], "May Day", 501, 501),
        (["independence day", "fourth of july"], "Independence Day", 704, 704),
        (["tag der deutschen einheit"], "German Unity Day", 1003, 1003),
        (["halloween"], "Halloween", 1031, 1031),
        (["all saints day", "allerheiligen"], "All Saints’ Day", 1101, 1101),
        (["martinstag", "st martins day"], "St Martin’s Day", 1111, 1111),
        (["nikolaustag", "st nicholas day"], "St Nicholas’ Day", 1206, 1206),
        (["christmas eve", "heiligabend", "heiliger abend"], "Christmas Eve", 1224, 1224),
        (["christmas", "xmas", "x mas", "weihnachten"], "Christmas", 1224, 1226),
        (["christmas day"], "Christmas Day", 1225, 1225),
        (["boxing day"], "Boxing Day", 1226, 1226),
        (["new years eve", "silvester"], "New Year’s Eve", 1231, 1231),
    ]

    /// Feasts on a day of the week, within seven days from a day of the year on.
    private static let feastsOfWeekday: [([String], String, Int, Int)] = [
        (["mothers day", "muttertag"], "Mother’s Day", 508, 6),
        (["fathers day"], "Father’s Day", 615, 6),
        (["erntedank", "erntedankfest"], "Erntedank", 1001, 6),
        (["thanksgiving"], "Thanksgiving", 1122, 3),
    ]

    /// Feasts by their days since Easter Sunday.
    private static let feastsOfEaster: [([String], String, Int, Int)] = [
        (["carnival", "karneval", "fasching", "fastnacht"], "carnival", -52, -47),
        (["rosenmontag"], "Rosenmontag", -48, -48),
        (["mardi gras", "shrove tuesday"], "Shrove Tuesday", -47, -47),
        (["ash wednesday", "aschermittwoch"], "Ash Wednesday", -46, -46),
        (["palm sunday", "palmsonntag"], "Palm Sunday", -7, -7),
        (["good friday", "karfreitag"], "Good Friday", -2, -2),
        (["easter", "ostern"], "Easter", -2, 1),
        (["easter sunday", "ostersonntag"], "Easter Sunday", 0, 0),
        (["easter monday", "ostermontag"], "Easter Monday", 1, 1),
        (["ascension day", "christi himmelfahrt", "vatertag"], "Ascension Day", 39, 39),
        (["pentecost", "whitsun", "pfingsten"], "Pentecost", 49, 50),
        (["pfingstsonntag", "whit sunday"], "Whit Sunday", 49, 49),
        (["pfingstmontag", "whit monday"], "Whit Monday", 50, 50),
        (["fronleichnam"], "Corpus Christi", 60, 60),
    ]
}
