import Foundation
import Glibc
import HTTPTypes
import OpenPhotoKit
import Photos
import ServeRules

/// Copies of picked photos, for applications that see nothing of the library.
struct PickCopies {
    /// The folder of the copies.
    let folder: URL

    /// Makes a folder, where none is named one in the folder for temporary files that only this account reads.
    ///
    /// - Throws: ``Problem`` where the folder cannot be made, or lies in a photo library.
    init(_ path: String?) throws {
        guard let path else {
            var template = Array(
                (FileManager.default.temporaryDirectory.path + "/photokit-picked-XXXXXX")
                    .utf8CString
            )
            guard mkdtemp(&template) != nil else { throw Self.unwritable("the temporary folder") }
            let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            folder = URL(fileURLWithPath: String(decoding: bytes, as: UTF8.self), isDirectory: true)
            return
        }
        folder = URL(fileURLWithPath: path, isDirectory: true)
        if PHPhotoLibrary.libraryFolder(holding: folder) != nil {
            throw Problem(
                .conflict,
                "inside-library",
                "The program wants the copies inside of a photo library. Name another folder there."
            )
        }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Self.unwritable(path)
        }
    }

    /// Copies what each photo shows at present; all photos or none.
    ///
    /// - Returns: The paths of the files of each photo.
    func copyPhotos(_ assets: [PHAsset]) async throws -> [[String]] {
        var made: [[String]] = []
        do {
            for asset in assets {
                var files: [String] = []
                made.append([])
                for (resource, name) in Self.shownResources(of: asset) {
                    files.append(try await copyResource(resource, as: name))
                    made[made.count - 1] = files
                }
                guard !files.isEmpty else {
                    throw Problem(.conflict, "no-file", "A photo has no file. Pick another.")
                }
            }
        } catch {
            Self.removeFiles(made)
            throw error
        }
        return made
    }

    /// Removes copies that nobody gets.
    static func removeFiles(_ files: [[String]]) {
        for path in files.joined() { unlink(path) }
    }

    /// The files that show the photo as it is now: its edited version, or the original, with the movie of a Live Photo.
    private static func shownResources(of asset: PHAsset) -> [(PHAssetResource, name: String)] {
        let all = PHAssetResource.assetResources(for: asset)
        func first(_ types: PHAssetResourceType...) -> PHAssetResource? {
            types.lazy.compactMap { type in all.first { $0.type == type } }.first
        }
        let original = first(.photo, .video, .audio)
        let known = original?.presentFilename ?? ""
        let shown = [
            first(.fullSizePhoto, .photo), first(.fullSizePairedVideo, .pairedVideo),
            first(.fullSizeVideo, .video), first(.audio),
        ]
        return shown.compactMap(\.self).map { resource in
            let own = resource.presentFilename
            let isOriginal = resource.type == original?.type || resource.type == .pairedVideo
            return (resource, isOriginal ? own : CopyNames.fileName(known, withSuffixOf: own))
        }
    }

    private func copyResource(_ resource: PHAssetResource, as name: String) async throws -> String {
        let draft = folder.appendingPathComponent(".photokit-\(UUID().uuidString)")
        defer { unlink(draft.path) }
        do {
            try await PHAssetResourceManager.default().writeData(
                for: resource,
                toFile: draft,
                options: nil
            )
        } catch let error as PHPhotosError {
            throw error
        } catch {
            throw Self.unwritable(folder.path)
        }
        var number = 1
        while true {
            let copyName = CopyNames.copyName(of: name, number: number)
            let target = folder.appendingPathComponent(copyName).path
            // An empty file reserves the name, so that no other process takes it meanwhile.
            let reserved = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if reserved >= 0 {
                close(reserved)
                guard rename(draft.path, target) == 0 else {
                    unlink(target)
                    throw Self.unwritable(folder.path)
                }
                return target
            }
            guard errno == EEXIST else { throw Self.unwritable(folder.path) }
            number += 1
        }
    }

    private static func unwritable(_ path: String) -> Problem {
        Problem(
            .conflict,
            "no-copies",
            "The copies cannot be written to \(path). Check its permissions and the disk."
        )
    }
}
