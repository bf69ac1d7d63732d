import Foundation
import OpenPhotoKit
import Photos

/// A movie in fragments that browsers play.
protocol FragmentedMovie: Sendable {
    var form: MovieForm { get }

    /// Returns what comes before all fragments.
    func initialization() async throws -> Data

    /// Returns a fragment; all numbers below ``MovieForm/fragmentCount`` have one.
    func fragment(_ number: Int) async throws -> Data
}

/// How a movie in fragments is made up.
struct MovieForm: Hashable, Sendable {
    /// Seconds.
    var duration: Double
    /// Seconds; the last fragment may be shorter.
    var fragmentDuration: Double
    var fragmentCount: Int
    var width: Int
    var height: Int
    /// The type with its codecs, as browsers are asked whether they play it.
    var mimeType: String
    var hasSound: Bool
}

extension MadeMovie: FragmentedMovie {
    var form: MovieForm {
        MovieForm(
            duration: layout.duration,
            fragmentDuration: layout.fragmentDuration,
            fragmentCount: layout.fragmentCount,
            width: layout.width,
            height: layout.height,
            mimeType: layout.mimeType,
            hasSound: layout.hasSound
        )
    }
}
