/// Reads the Exif block of any container: a TIFF header whose first directory may state the orientation.
enum ExifBlock {
    /// Returns the orientation that the block states.
    ///
    /// The result is `.up` if there is no block, no such tag or no valid value, because damaged metadata must not make
    /// a picture unreadable.
    static func orientation(
        in block: Range<Int64>?,
        from reader: inout BoundedReader
    ) -> ImageOrientation {
        guard let block else { return .up }
        do throws(MediaFileError) {
            let directory = try TIFFDirectory.first(in: block, from: &reader)
            let value = try directory.integer(of: 0x0112, from: &reader)
            return value.flatMap(ImageOrientation.init(rawValue:)) ?? .up
        } catch {
            return .up
        }
    }

    /// Returns the size that the first directory states; nil if there is no valid size.
    static func size(in block: Range<Int64>, from reader: inout BoundedReader) -> (Int, Int)? {
        guard let directory = try? TIFFDirectory.first(in: block, from: &reader),
            let width = try? directory.integer(of: 0x0100, from: &reader), width > 0,
            let height = try? directory.integer(of: 0x0101, from: &reader), height > 0
        else { return nil }
        return (width, height)
    }

    /// Skips the JPEG segment's "Exif\0\0", which some programs write before the TIFF header in other containers, too.
    static func skippingSignature(
        of block: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Range<Int64> {
        guard block.count > 6 else { return block }
        let start = try reader.bytes(at: block.lowerBound, count: 6)
        let isSigned = start.elementsEqual([0x45, 0x78, 0x69, 0x66, 0, 0])
        return isSigned ? block.lowerBound + 6..<block.upperBound : block
    }
}
