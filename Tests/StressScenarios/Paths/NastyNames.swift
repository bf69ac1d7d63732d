/// Names that have led programs astray.
enum NastyNames {
    /// As texts, for whatever takes a name as one.
    static let all: [String] = ways + words + marks + letters + lengths

    /// Of those, the ones that a file can have.
    static var ofFiles: [String] {
        all.filter { name in
            !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 240
                && !name.utf8.contains(0) && !name.contains("/")
        }
    }

    /// What leads elsewhere.
    private static let ways = [
        "..", ".", "../x", "../../x", "../../../../../../x", "/x", "//x", "/../x", "a/../../x",
        "a/./../../x", "./../x", "..//x", "../", "x/..", "x/../..", "..\\x", "..\\..\\x", "\\x",
        "C:\\x", "C:x", "\\\\server\\share\\x", "%2e%2e%2fx", "%2e%2e/x", "..%2fx", "..%5cx",
        "..%c0%afx", "%00", "x%00.jpg", "....//x", "....", "...", "..;/x", ".. /x", " ../x",
        "~", "~root", "~/x", "$HOME/x", "${HOME}", "file:///x", "http://127.0.0.1/x", "/dev/null",
        "/dev/zero", "/proc/self/mem", "/proc/self/fd/0", "..\u{0}/x", "x\u{0}", "\u{0}", "",
    ]

    /// What programs take for something else.
    private static let words = [
        "-", "--", "-rf", "--help", "--library", "-o/x", "--to=/x", "@x", "*", "?", "[a-z]",
        "{a,b}",
        "a*b?c", "!x", "^x^y", "x;touch y", "x|touch y", "x&touch y", "$(touch y)", "`touch y`",
        "x>y", "x<y", "x && touch y", "'", "\"", "'; DROP TABLE asset; --", "\" OR 1=1", "x' OR '1",
        "%s%s%n", "%@", "{0}", "\\(x)", "<script>alert(1)</script>", "&amp;", "&#x2e;", "#x", "a=b",
        "a:b", "CON", "NUL", "COM1", "aux.jpg", "LIBRARY", "library.sqlite", "originals",
        ".stfolder",
        ".git", ".DS_Store", "Thumbs.db", "desktop.ini", "null", "undefined", "true", "0", "-1",
    ]

    /// Blanks, breaks and what is not seen.
    private static let marks = [
        " ", "  ", "\t", "\n", "x\ny", "x\r\ny", "\r", "x\u{1B}[31m", "\u{7}", "\u{8}x", "\u{7F}",
        "x ", " x", "x.", ".x", "x..", "x.jpg ", "x.jpg.", "x.jpg\n", "\u{A0}", "\u{2028}x",
        "\u{200B}", "x\u{200D}y", "\u{FEFF}x", "\u{202E}gpj.x", "\u{2066}x\u{2069}", "\u{FFFD}",
        "\u{FFFE}", "\u{10FFFF}",
    ]

    /// Letters that look like others, or are several.
    private static let letters = [
        "cafe\u{301}", "caf\u{E9}", "\u{1E9E}", "\u{130}", "\u{212A}", "\u{FF0F}x", "\u{2215}x",
        "\u{2044}x", "\u{2025}/x", "\u{FF0E}\u{FF0E}/x", "\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}",
        "x\u{301}\u{302}\u{303}\u{304}\u{305}", "\u{5D0}\u{5D1}x", "\u{E000}", "\u{AC00}\u{1100}",
    ]

    private static let lengths = [
        String(repeating: "x", count: 230), String(repeating: "\u{E4}", count: 115),
        String(repeating: "x", count: 256), String(repeating: "../", count: 40) + "x",
        String(repeating: "a/", count: 200) + "x", String(repeating: "x", count: 5_000),
    ]
}
