/// The parts of a camera's raw file that its header states, besides the size.
package struct RawParts: Sendable, Hashable, Codable {
    /// The range of the largest JPEG of the picture in the file.
    package var preview: Range<Int64>?
    /// The compression of the sensor's data, as TIFF's number.
    package var compression: Int?
    /// The number of pixels to the left of and above the shown part of the developed picture.
    package var cropLeft = 0
    package var cropTop = 0
}
