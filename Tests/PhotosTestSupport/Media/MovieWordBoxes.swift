/// A movie's description with words in the user data of each kind, and nothing else.
package enum MovieWordBoxes {
    package static var movie: [UInt8] {
        let keywords = box("keyw", box("data", text("sun", 1)) + box("data", text("sea", 1)))
        let artist = old("ART", box("data", text("Ann", 1)))
        let items = box(
            "meta",
            [0, 0, 0, 0] + box("hdlr", Array(repeating: 0, count: 25))
                + box("ilst", keywords + artist)
        )
        let list: [UInt8] =
            [0, 0, 0, 0, 0x55, 0xC4, 2, 4] + Array("eins".utf8) + [5] + Array("zwei\0".utf8)
        let title: [UInt8] = [0, 0, 0, 0, 0x55, 0xC4] + Array("A title\0".utf8)
        let user =
            items + box("Xtra", windows) + box("kywd", list) + box("titl", title)
            + old("key", plain("old")) + old("aut", plain("Bob"))
            + old("des", plain("What it shows"))
        return box("ftyp", Array("isom".utf8) + number(512)) + box("moov", box("udta", user))
    }

    package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8) + Array(type.utf8) + content
    }

    /// Returns a box of QuickTime, whose type begins with "©".
    private static func old(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8) + [0xA9] + Array(type.utf8) + content
    }

    /// Returns a text of QuickTime's user data, behind its length and its language.
    private static func plain(_ text: String) -> [UInt8] {
        [0, UInt8(text.utf8.count), 0x55, 0xC4] + Array(text.utf8)
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func text(_ text: String, _ kind: Int) -> [UInt8] {
        number(kind) + number(0) + Array(text.utf8)
    }

    private static var windows: [UInt8] {
        property("WM/Category", 8, [wide("holiday; snow"), wide("Ärmel")])
            + property("WM/SharedUserRating", 19, [[75, 0, 0, 0, 0, 0, 0, 0]])
    }

    private static func property(_ name: String, _ kind: UInt8, _ values: [[UInt8]]) -> [UInt8] {
        var content = number(name.utf8.count) + Array(name.utf8) + number(values.count)
        for value in values { content += number(value.count + 6) + [0, kind] + value }
        return number(content.count + 4) + content
    }

    private static func wide(_ text: String) -> [UInt8] {
        (Array(text.utf16) + [0]).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
}
