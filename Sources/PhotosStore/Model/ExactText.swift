/// A text that equals another one when their bytes in UTF-8 are the same, as in SQLite and in file systems.
///
/// Swift's own `==` calls "é" as one code point and "é" as two the same text. A dictionary or set whose keys are names of
/// files, patterns or stored values has this type for its keys.
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
