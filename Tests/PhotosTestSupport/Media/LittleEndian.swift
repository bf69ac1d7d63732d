import PhotosMedia

extension ByteWriter {
    /// A number whose lowest byte stands first.
    package mutating func little(_ value: Int, bytes count: Int = 4) {
        for index in 0..<count { uint8(value >> (8 * index)) }
    }

    /// A number in either order of bytes.
    package mutating func number(_ value: Int, bytes count: Int, isLittle: Bool) {
        guard !isLittle else { return little(value, bytes: count) }
        for index in (0..<count).reversed() { uint8(value >> (8 * index)) }
    }
}
