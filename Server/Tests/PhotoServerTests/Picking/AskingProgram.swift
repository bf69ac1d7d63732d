import Foundation
import OpenPhotoKit
import Photos
import Testing

/// A program that asks a person, with a library of its own: the set-up that tests of its questions share.
enum AskingProgram {
    /// The application that asks.
    static let frame = "org.example.frame"

    /// Runs a test with a library.
    ///
    /// - Parameters:
    ///   - photos: The number of photos.
    ///   - body: Gets the library as the owner has it open, its folder, and the identifiers of its photos.
    /// - Throws: The error of the body, and errors of making the library.
    static func withLibrary(
        photos: Int,
        _ body: @Sendable (PHPhotoLibrary, URL, [String]) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("asking-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("Test.photolib")
        let owner = try await offThread {
            let library = try PHPhotoLibrary.open(at: url, create: true, user: .owner)
            try TestPhotos.add(photos, to: library)
            return library
        }
        defer { owner.close() }
        let names = TestPhotos.all(owner).map(\.localIdentifier)
        try await FewAtOnce.run { try await body(owner, url, names) }
    }

    /// Returns a picker whose page a person opens.
    ///
    /// - Parameters:
    ///   - limit: The most photos that can be picked; 0 means any number.
    ///   - person: The actions of the person at the page.
    /// - Returns: The picker.
    static func picker(
        limit: Int = 0,
        _ person: @escaping @Sendable (PersonAtPage) async throws -> Void
    ) -> PhotoPicker {
        var picker = PhotoPicker()
        picker.selectionLimit = limit
        picker.opensBrowser = false
        picker.addressHandler = { address in
            Task {
                do {
                    try await person(try await .enter(address))
                } catch {
                    Issue.record(error)
                }
            }
        }
        return picker
    }
}
