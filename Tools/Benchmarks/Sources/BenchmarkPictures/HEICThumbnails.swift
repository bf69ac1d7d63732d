import ProgramRuns

extension PictureBench {
    /// Figure 3: thumbnails of HEICs, from their pixels and from what they embed.
    func measureHEIC(_ table: inout Table) throws {
        let (plain, embedding) = (material.heics, material.heicsWithThumbnail)
        let times = try inTurns([
            { try ours("both", plain) }, { try theirs("both", plain) },
            { try ours("grid", embedding) }, { try theirs("grid", embedding) },
        ])
        table.add(
            3,
            "both thumbnails of a HEIC",
            times[0],
            beside: "libvips",
            times[1],
            atLeast: 0.9
        )
        // libvips uses embedded thumbnails, too, where they are large enough for it; the pixels are what others decode.
        table.add(
            3,
            "the grid thumbnail of a HEIC that embeds one",
            times[2],
            beside: "libvips, from pixels",
            times[1],
            atLeast: 10
        )
        table.add(
            3,
            "the same",
            times[2],
            beside: "libvips, which may use it",
            times[3],
            atLeast: 0.9
        )
    }
}
