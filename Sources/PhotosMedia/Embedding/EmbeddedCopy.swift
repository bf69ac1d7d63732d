/// A copy with other metadata, of which the worker has written all but some ranges of the original.
///
/// The library copies these ranges itself: the system does so without moving them through the worker's memory.
package struct EmbeddedCopy: Sendable, Equatable {
    /// Bytes of the original that stand in the copy.
    package struct Part: Sendable, Equatable {
        package var source: Int64
        package var target: Int64
        package var count: Int64

        package init(source: Int64, target: Int64, count: Int64) {
            self.source = source
            self.target = target
            self.count = count
        }
    }

    /// The size of the whole copy in bytes.
    package var byteCount: Int64
    package var parts: [Part]

    package init(byteCount: Int64, parts: [Part] = []) {
        self.byteCount = byteCount
        self.parts = parts
    }

    /// The smallest part that the library copies, in bytes, and the largest number of such parts.
    package static let smallestPart: Int64 = 64 << 10
    package static let mostParts = 500

    /// Whether all parts lie within a file and its copy.
    ///
    /// - Parameters:
    ///   - source: The size of the file in bytes.
    ///   - capacity: The largest size of the copy in bytes.
    /// - Returns: Whether the numbers are possible.
    package func isPossible(source: Int64, capacity: Int64) -> Bool {
        guard (1...capacity).contains(byteCount), parts.count <= Self.mostParts else {
            return false
        }
        return parts.allSatisfy { part in
            part.source >= 0 && part.target >= 0 && part.count > 0 && part.count <= source
                && part.source <= source - part.count && part.count <= byteCount
                && part.target <= byteCount - part.count
        }
    }
}
