import ProgramRuns

extension PictureBench {
    /// Figure 1: both thumbnails of a JPEG.
    func measureThumbnails(_ table: inout Table) throws {
        let photos = material.photos
        let times = try inTurns([
            { try ours("both", photos) }, { try theirs("both", photos) },
            { try theirs("quarter", photos) },
        ])
        let operation = "both thumbnails of a JPEG"
        table.add(1, operation, times[0], beside: "libvips", times[1], atLeast: 1.5)
        table.add(1, operation, times[0], beside: "decoding at 1/4 alone", times[2], atLeast: 0.7)
    }
}
