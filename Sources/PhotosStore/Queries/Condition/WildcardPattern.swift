/// The pattern of `LIKE`: `?` is any character, `*` is any number of characters, and a backslash makes the next
/// character literal.
struct WildcardPattern {
    private enum Piece: Equatable {
        case character(Character)
        case anyCharacter
        case anyText
    }

    private var pieces: [Piece] = []

    init(_ pattern: String) {
        var escaped = false
        for character in pattern {
            if escaped {
                pieces.append(.character(character))
                escaped = false
            } else if character == "\\" {
                escaped = true
            } else if character == "?" {
                pieces.append(.anyCharacter)
            } else if character == "*" {
                if pieces.last != .anyText { pieces.append(.anyText) }
            } else {
                pieces.append(.character(character))
            }
        }
        if escaped { pieces.append(.character("\\")) }
    }

    func matches(_ text: String) -> Bool {
        let text = Array(text)
        var piece = 0
        var index = 0
        var retry: (piece: Int, index: Int)?
        while index < text.count {
            if piece < pieces.count, pieces[piece] == .anyText {
                retry = (piece, index)
                piece += 1
            } else if piece < pieces.count,
                pieces[piece] == .anyCharacter || pieces[piece] == .character(text[index])
            {
                piece += 1
                index += 1
            } else if let last = retry {
                retry = (last.piece, last.index + 1)
                piece = last.piece + 1
                index = last.index + 1
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { $0 == .anyText }
    }
}
