/// A part of a made movie that a worker wrote to the shared memory.
package struct MadeMoviePart: Sendable, Hashable {
    /// The layout of the movie.
    package var layout: MovieLayout
    /// The number of bytes: of a fragment, or of the initialization of a player.
    package var byteCount: Int

    package init(layout: MovieLayout, byteCount: Int) {
        self.layout = layout
        self.byteCount = byteCount
    }

    /// A part without content, which a message reader fills in.
    static let blank = MadeMoviePart(
        layout: MovieLayout(ticks: 0, width: 0, height: 0, level: 0, soundRate: 0),
        byteCount: 0
    )

    /// Whether the part is a possible answer to a request.
    package func isPossible(for request: MovieRequest) -> Bool {
        layout.isPossible(longestSide: request.longestSide)
            && (1...MovieRequest.mostBytes).contains(byteCount)
            && (request.fragment ?? 0) < layout.grid.count
    }
}
