/// A part of a made movie that is wanted from a worker.
package struct MovieRequest: Sendable, Hashable {
    /// The version of the rules by which fragments are made.
    ///
    /// A change that affects the result must increase it. Fragments of other versions are made again.
    package static let recipe = 1

    /// The longest sides that can be asked for, in pixels.
    package static let sides = 64...3_840

    /// The largest number of bytes of one part.
    package static let mostBytes = 16 << 20

    /// The longer side of the pictures in pixels, which a smaller movie does not reach.
    package var longestSide: Int
    /// The number of the fragment; nil for the layout, with the initialization of a player.
    package var fragment: Int?

    package init(longestSide: Int, fragment: Int? = nil) {
        self.longestSide = longestSide
        self.fragment = fragment
    }

    /// Whether the request can be answered for some movie.
    package var isValid: Bool {
        let most = FragmentGrid(ticks: FragmentGrid.longestTicks).count
        return Self.sides.contains(longestSide) && (0..<most).contains(fragment ?? 0)
    }
}
