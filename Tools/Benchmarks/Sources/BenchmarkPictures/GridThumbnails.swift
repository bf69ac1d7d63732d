import ProgramRuns

extension PictureBench {
    /// Figure 2: the small thumbnail of a JPEG.
    func measureGridThumbnails(_ table: inout Table) throws {
        let photos = material.photos
        let times = try inTurns([
            { try ours("grid", photos) }, { try theirs("eighth", photos) },
        ])
        let name = "libjpeg-turbo's decoding at 1/8 alone"
        table.add(2, "the grid thumbnail of a JPEG", times[0], beside: name, times[1], atLeast: 0.7)
    }
}
