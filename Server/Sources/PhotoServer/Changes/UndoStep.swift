import Foundation
import OpenPhotoKit
import ServeRules

/// A change of this server that can be reversed: where the history has it, and what the history does not say.
///
/// A step has identifiers and positions, and no names: those are read from the history when the step is reversed.
struct UndoStep: Codable, Sendable {
    enum Kind: String, Codable, Sendable {
        /// A change that a client made, or made again.
        case done
        /// A change that took back another.
        case undone

        var opposite: Kind { self == .done ? .undone : .done }
    }

    /// An action of a client that is no action on photos, as the page names it.
    enum Action: String, CaseIterable {
        case madeAlbum, madeFolder, savedSearch, renamed, movedAlbum, deletedAlbum
        case merge, upload
    }

    var kind: Kind
    /// The first change: an ``Action``, or the verb of an action on photos.
    ///
    /// An undone step has the action that it took back.
    var action: String
    /// The positions of the changes in the history; an upload is several.
    var positions: [String]
    /// How many photos, albums and folders the change is about.
    var count: Int
    /// The number of videos among them; nil where it is not known.
    var videos: Int?
    /// The pictures that the change set, by local identifier.
    var pictures: [String: PictureChange] = [:]

    /// Whether the page names an album or folder when the step is reversed.
    ///
    /// The title is read from all objects of the change, which may be many thousand photos.
    var hasTitle: Bool {
        switch ActionRequest.Verb(rawValue: action) {
        case .addToAlbum, .removeFromAlbum, .moveInAlbum: true
        case nil: action != Action.merge.rawValue && action != Action.upload.rawValue
        default: false
        }
    }
}

/// How a change set the picture of one photo.
///
/// The files of an earlier edit are gone, so only its recipe can show the photo as it was.
struct PictureChange: Codable, Hashable, Sendable {
    /// The look of a picture.
    enum Look: Codable, Hashable, Sendable {
        /// The original, or what the camera rendered.
        case original
        /// An edit of this server.
        case edit(PictureEdit)
        /// A part of a video.
        case trim(VideoTrim)
    }

    var before: Look
    var after: Look

    var reversed: PictureChange { PictureChange(before: after, after: before) }
}
