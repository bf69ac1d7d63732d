/// What the header of a camera's raw file tells beside the size.
package struct RawParts: Sendable, Hashable, Codable {
    /// Where the largest JPEG that shows the picture stands in the file.
    package var preview: Range<Int64>?
    /// How the sensor's data are compressed, as the number that TIFF gives it.
    package var compression: Int?
    /// Pixels that the developed picture has on the left of and above the part that is shown.
    package var cropLeft = 0
    package var cropTop = 0
}
