import Foundation

/// Reads numbers one after another, in the byte order of the machine.
struct TableReader {
    let bytes: [UInt8]
    private var position = 0
    /// Whether more numbers were wanted than there are.
    private(set) var isShort = false

    init(_ data: Data) { bytes = [UInt8](data) }

    var isAtEnd: Bool { position == bytes.count }

    /// The bytes that were not read yet.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    mutating func numbers<Number: BitwiseCopyable>(
        count: Int,
        of type: Number.Type
    ) -> [Number] {
        let size = MemoryLayout<Number>.stride
        guard count <= (bytes.count - position) / size else {
            isShort = true
            return []
        }
        let start = position
        position += count * size
        return unsafe bytes.withUnsafeBytes { bytes in
            (0..<count).map { index in
                unsafe bytes.loadUnaligned(fromByteOffset: start + index * size, as: Number.self)
            }
        }
    }
}

extension Data {
    /// Appends numbers in the byte order of the machine.
    mutating func append(numbers: [some BitwiseCopyable]) {
        unsafe numbers.withUnsafeBytes { bytes in unsafe append(contentsOf: bytes) }
    }
}
