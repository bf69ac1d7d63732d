/// A text that equals another text only if their UTF-8 bytes are the same, as in SQLite and in file systems.
///
/// For Swift's own `==`, "é" in one code point equals "é" in two code points. Dictionaries and sets whose keys are file
/// names, patterns or stored values use this type for the keys.
package struct ExactText: Hashable, Sendable {
    package let string: String

    package init(_ string: String) { self.string = string }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.string.utf8.elementsEqual(right.string.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var string = string
        string.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
