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
    /// The ticks of the file that the made movie has; nil for all of them.
    ///
    /// Fragments count from their beginning. Ticks behind the end of the file are left out.
    package var span: Range<Int>?

    package init(longestSide: Int, fragment: Int? = nil, span: Range<Int>? = nil) {
        self.longestSide = longestSide
        self.fragment = fragment
        self.span = span
    }

    /// Whether the request can be answered for some movie.
    package var isValid: Bool {
        let span = span ?? 0..<FragmentGrid.longestTicks
        guard span.lowerBound >= 0, !span.isEmpty, span.upperBound <= FragmentGrid.longestTicks
        else { return false }
        let most = FragmentGrid(ticks: span.count).count
        return Self.sides.contains(longestSide) && (0..<most).contains(fragment ?? 0)
    }
}
