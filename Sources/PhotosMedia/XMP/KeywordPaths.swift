/// The paths of keywords in the forms of Lightroom ("Places|Italy") and digiKam ("Places/Italy").
enum KeywordPaths {
    /// Returns the marks between the words of a path that the words themselves contain.
    static func marks(in path: [String]) -> Set<Unicode.Scalar> {
        Set(
            "/|".unicodeScalars.filter { mark in path.contains { $0.unicodeScalars.contains(mark) }
            }
        )
    }

    /// Returns the paths in one form, without the paths whose words contain its mark.
    static func pathTexts(of paths: [[String]], mark: Unicode.Scalar) -> [String] {
        paths.filter { !marks(in: $0).contains(mark) }.map { $0.joined(separator: String(mark)) }
    }

    /// Returns the words of a text in one form.
    static func titles(in text: String, mark: Unicode.Scalar) -> [String] {
        text.unicodeScalars.split(separator: mark).map { String($0).trimmingBlanks() }
            .filter { !$0.isEmpty }
    }
}

/// The paths of albums: titles with "|" between them, and "\" before each "|" and "\" of a title.
enum AlbumPaths {
    static func pathText(of titles: [String]) -> String {
        titles.map { title in
            var text = ""
            for scalar in title.unicodeScalars {
                if scalar == "\\" || scalar == "|" { text += "\\" }
                text.unicodeScalars.append(scalar)
            }
            return text
        }.joined(separator: "|")
    }

    /// Returns the titles of a text.
    static func pathTitles(in text: String) -> [String] {
        var titles = [""]
        var isEscaped = false
        for character in text.unicodeScalars {
            if isEscaped {
                titles[titles.count - 1].unicodeScalars.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "|" {
                titles.append("")
            } else {
                titles[titles.count - 1].unicodeScalars.append(character)
            }
        }
        return titles.map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    }
}
