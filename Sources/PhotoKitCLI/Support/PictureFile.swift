import Foundation
import OpenPhotoKit

/// A file for a picture, in the format of its filename extension.
struct PictureFile {
    enum Format: String, CaseIterable {
        case jpeg
        case png

        /// The extension of file names in this format.
        var filenameExtension: String { self == .jpeg ? "jpg" : "png" }

        /// Encodes the picture.
        func encodedData(of image: UIImage) throws -> Data {
            let data =
                switch self {
                case .jpeg: image.jpegData(compressionQuality: 0.85)
                case .png: image.pngData()
                }
            guard let data else {
                throw CommandFailure(
                    Fault.mediaWorker.status,
                    "The picture cannot be encoded. \"photokit doctor\" shows whether photokit-media works."
                )
            }
            return data
        }
    }

    let url: URL
    let format: Format
    /// The output at the path.
    ///
    /// Devices and FIFOs, such as /dev/stdout, need no extension and get JPEG.
    let output: OutputFile

    init(_ path: String) throws {
        url = URL(fileURLWithPath: path)
        try LibraryGuard.checkIsOutside(url)
        output = OutputFile(url)
        switch url.pathExtension.lowercased() {
        case "jpg", "jpeg": format = .jpeg
        case "png": format = .png
        case _ where output.target != .file && output.target != .folder: format = .jpeg
        default:
            throw CommandFailure(
                .usage,
                "\(path) has no supported extension. Name a file that ends in .jpg or .png."
            )
        }
    }

    /// Writes the picture.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - isReplacing: Whether an existing file is replaced, because the person named just this file.
    /// - Throws: `CommandFailure`.
    func writeImage(_ image: UIImage, replacing isReplacing: Bool = true) throws {
        try output.writeData(format.encodedData(of: image), replacing: isReplacing)
    }

    /// Returns the file of a further page: `sheet.jpg` is followed by `sheet-2.jpg`.
    func pageFile(number: Int) throws -> PictureFile {
        guard number > 1 else { return self }
        let stem = url.deletingPathExtension().lastPathComponent
        let name = "\(stem)-\(number).\(url.pathExtension)"
        return try PictureFile(url.deletingLastPathComponent().appendingPathComponent(name).path)
    }
}
