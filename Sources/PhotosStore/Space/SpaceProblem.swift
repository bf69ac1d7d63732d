/// Why files that should leave the library's folder could not.
package struct SpaceProblem: Hashable, Sendable {
    /// Whether too few remotes can be used, so that no file at all can leave.
    package var isOfRemote = false
    /// Whether remotes have proved copies, and did not show them when they were looked at.
    private var isOfLook = false
    /// Whether the sentence says itself how to end the rule.
    package var namesWayOut = false
    package var sentence = "Run `photokit remote status` to see why."

    package init() {}

    /// Adds what kept files here although remotes have proved copies of them.
    mutating func addObstacles(_ obstacles: Set<String>) {
        guard !obstacles.isEmpty else { return }
        isOfLook = true
        namesWayOut = false
        sentence = obstacles.sorted().joined(separator: " ")
    }

    /// Decides whether an import goes on although the library has more bytes than the rule permits.
    ///
    /// - Parameters:
    ///   - rule: The rule for space.
    ///   - local: The bytes of the files in the library's folder.
    ///   - stuck: The files that the rule would let leave, and that too few remotes have proved copies of.
    /// - Returns: The error with which the import ends; nil if it goes on.
    func failure(of rule: SpaceRule, local: Int64, stuck: RemoteTotals.Part) -> StoreError? {
        // Pinned and small files stay, whatever the rule says.
        guard isOfLook || stuck.count > 0 && (isOfRemote || stuck.bytes > rule.byteCount) else {
            return nil
        }
        let wayOut =
            namesWayOut ? "" : " Or keep all files here with `photokit remote space --keep-all`."
        return StoreError(
            .diskFull,
            "The library's files take more than the \(SizeText.text(rule.byteCount)) of the rule for space, and \(SizeText.text(max(stuck.bytes, local - rule.byteCount))) cannot leave this disk. \(sentence)\(wayOut)"
        )
    }
}
