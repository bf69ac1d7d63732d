import Foundation

/// What the program remembers from one start to the next.
package struct CollageState: Codable, Equatable, Sendable {
    /// What pages show and how they are drawn; pages of another version are drawn again.
    package static let presentVersion = 3

    package var version = presentVersion
    /// The archived token up to which the collages show the library; absent before the first look.
    package var token: Data?
    package var source: HikeSource
    package var collages: [Collage]
    /// Photos outside all hikes, kept only where hikes are found in photos: more of them may make one.
    package var strays: [PhotoFacts]
    /// Hikes on whose pages photos are missing that could not be drawn.
    package var incomplete: Set<String> = []

    package init(
        token: Data? = nil,
        source: HikeSource,
        collages: [Collage] = [],
        strays: [PhotoFacts] = []
    ) {
        self.token = token
        self.source = source
        self.collages = collages
        self.strays = strays
    }

    /// All photos that the program remembers, each once.
    package var photos: [PhotoFacts] {
        var seen: Set<String> = []
        return (collages.flatMap(\.photos) + strays).filter { seen.insert($0.id).inserted }
    }
}
