/// Words whose forms follow no rule of ``WordForms``.
enum WordFormTables {
    /// Words that only look like a form of another word.
    static let invariable: Set<String> = [
        "anything", "ceiling", "during", "evening", "everything", "morning", "nothing", "pudding",
        "something", "wedding", "abend", "christmas", "hundred", "news", "series", "species",
    ]

    /// For each irregular form, the other forms of its word.
    static let irregular: [String: [String]] = {
        var table: [String: [String]] = [:]
        for group in groups {
            let words = group.split(separator: " ").map(String.init)
            for word in words {
                table[word, default: []] += words.filter { $0 != word }
            }
        }
        return table
    }()

    private static let groups = [
        "man men", "woman women", "child children", "person people persons", "foot feet",
        "tooth teeth", "goose geese", "mouse mice", "ox oxen", "die dice",
        "ski skis skiing skied", "taxi taxis", "bus buses busses",
        "run runs running ran", "swim swims swimming swam", "ride rides riding rode",
        "dive dives diving dived dove", "eat eats eating ate", "fly flies flying flew",
        "drive drives driving drove", "sing sings singing sang",
        "album albums alben", "tag tage tagen tags", "weg wege wegen", "zug zuge zugen",
        "tor tore toren", "hof hofe hofen", "see seen", "firma firmen", "villa villen villas",
        "pizza pizzen pizzas", "zentrum zentren", "mann manner mannern", "rad rader radern",
        "bad bader badern", "blatt blatter blattern", "ei eier eiern", "tal taler talern",
        "glas glaser glasern", "fest feste festen", "opa opas", "oma omas",
    ]

    /// The ends of German nouns with the plural `-er`, without accents.
    static let stemsWithER: Set<String> = [
        "bild", "blatt", "brett", "buch", "dach", "denkmal", "dorf", "fach", "fass", "feld",
        "geist",
        "gesicht", "gewand", "glas", "gras", "grab", "haupt", "haus", "holz", "huhn", "kalb",
        "kind",
        "kleid", "kraut", "lamm", "land", "licht", "lied", "loch", "mann", "nest", "rad", "rand",
        "rind", "schild", "schloss", "schwert", "tuch", "volk", "wald", "weib", "wort", "wurm",
    ]
}
