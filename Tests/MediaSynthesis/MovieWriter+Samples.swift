import PhotosMedia

extension MovieWriter {
    /// Returns the table with the offset of each frame and the way to decode it.
    func sampleTable(framesAt offset: Int) -> [UInt8] {
        Self.box("stbl") {
            $0.append(
                Self.box("stsd") {
                    $0.uint32(0)
                    $0.uint32(1)
                    $0.append(sampleDescription())
                }
            )
            $0.append(
                Self.box("stts") {
                    $0.uint32(0)
                    $0.uint32(1)
                    $0.uint32(frames.count)
                    $0.uint32(600 / framesPerSecond)
                }
            )
            $0.append(
                Self.box("stsc") {
                    $0.uint32(0)
                    $0.uint32(1)
                    $0.uint32(1)
                    $0.uint32(frames.count)
                    $0.uint32(1)
                }
            )
            $0.append(
                Self.box("stsz") {
                    $0.uint32(0)
                    $0.uint32(0)
                    $0.uint32(frames.count)
                    for frame in frames { $0.uint32(frame.count) }
                }
            )
            $0.append(
                Self.box("stco") {
                    $0.uint32(0)
                    $0.uint32(1)
                    $0.uint32(offset)
                }
            )
        }
    }

    private func sampleDescription() -> [UInt8] {
        Self.box(container == .quickTime ? "jpeg" : "mp4v") {
            $0.zeros(6)
            $0.uint16(1)
            $0.zeros(16)
            $0.uint16(width)
            $0.uint16(height)
            $0.uint32(0x0048_0000)
            $0.uint32(0x0048_0000)
            $0.uint32(0)
            $0.uint16(1)
            $0.zeros(32)
            $0.uint16(24)
            $0.uint16(0xFFFF)
            if container == .mpeg4 { $0.append(elementaryStream()) }
        }
    }

    /// Returns the box that declares the frames to be JPEG pictures (object type 0x6C).
    private func elementaryStream() -> [UInt8] {
        Self.box("esds") {
            $0.uint32(0)
            $0.append([0x03, 21, 0, 1, 0])
            $0.append([0x04, 13, 0x6C, 0x11])
            $0.zeros(11)
            $0.append([0x06, 1, 2])
        }
    }

    /// Returns the nine numbers that rotate and move a frame into view.
    static func matrix(
        _ orientation: ImageOrientation,
        width: Int,
        height: Int,
        _ out: inout ByteWriter
    ) {
        let signs = orientation.coefficients
        let one = 0x0001_0000
        // A rotated frame leaves the view on the left or the top, so it is moved back by its own size.
        let across = min(0, signs[0] * width) + min(0, signs[2] * height)
        let down = min(0, signs[1] * width) + min(0, signs[3] * height)
        for value in [signs[0] * one, signs[1] * one, 0, signs[2] * one, signs[3] * one, 0] {
            out.uint32(value)
        }
        out.uint32(-across * one)
        out.uint32(-down * one)
        out.uint32(0x4000_0000)
    }
}
