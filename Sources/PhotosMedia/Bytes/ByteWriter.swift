/// Appends big-endian numbers and texts one after another.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package init(_ build: (inout ByteWriter) -> Void) {
        build(&self)
    }

    package mutating func uint8(_ value: Int) {
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    package mutating func uint16(_ value: Int) {
        uint8(value >> 8)
        uint8(value)
    }

    package mutating func uint32(_ value: Int) {
        uint16(value >> 16)
        uint16(value)
    }

    package mutating func text(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Appends a box of an ISO base media file, with the content that `build` writes.
    package mutating func box(_ type: String, _ build: (inout ByteWriter) -> Void) {
        let content = ByteWriter(build).bytes
        uint32(content.count + 8)
        text(type)
        append(content)
    }

    package mutating func zeros(_ count: Int) {
        bytes.append(contentsOf: repeatElement(0, count: count))
    }
}
