import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit thumb`.
struct Thumb: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes small pictures of photos and videos.",
        discussion: """
            The pictures are upright and in sRGB, show the edited version if there is one, and have the names of the \
            originals. Existing files are never overwritten. If a file with the same name and other content exists, \
            a number is added to the name. --to names the folder. Without it, pictures of photos that you name go to \
            the current folder.

            EXAMPLES:
              photokit thumb 3F2A81C0
              photokit thumb 3F2A81C0 99D1 --size 512 --square --to thumbs
              photokit thumb 3F2A81C0 --format png --json
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var assets: AssetArguments

    @Option(help: ArgumentHelp("The length of the longer side, in pixels.", valueName: "pixels"))
    var size = 256

    @Flag(help: "Cut a square from the middle of the picture.")
    var square = false

    @Option(help: ArgumentHelp("The file format: jpeg or png.", valueName: "format"))
    var format = PictureFile.Format.jpeg

    @Option(
        help: ArgumentHelp(
            "The folder to write to. A missing folder is created.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var to: String?

    func validate() throws {
        try PathArgument.checkPaths([to], subject: "The path of --to")
        guard (1...16_384).contains(size) else {
            throw ValidationError("--size must be from 1 to 16384 pixels.")
        }
        try WritingFolder.checkFolder(to, isRequired: assets.choice.conditions.areGiven)
    }

    func run(in library: PHPhotoLibrary) async throws {
        let path = WritingFolder.path(to)
        let folder = try ExportFolder(URL(fileURLWithPath: path, isDirectory: true))
        var failed = 0
        let complaints = RepeatedComplaints()
        defer { complaints.writeSummary("have no picture") }
        for asset in try assets.choice.chosenAssets(in: library, names: .present) {
            do {
                let picture = PictureOf(asset)
                let image =
                    try await square
                    ? picture.squareImage(side: size) : picture.fittingImage(side: size)
                let (url, _) = try folder.writeData(
                    format.encodedData(of: image),
                    as: fileName(for: asset)
                )
                showPicture(of: asset, image: image, at: url)
            } catch let error as PHPhotosError
                where error.libraryProblem == .diskFull || error.mediaWorkerProblem != nil
            {
                throw error
            } catch {
                failed += 1
                complaints.complain(
                    "\(Wording.shortIdentifier(asset.localIdentifier)) gives no picture",
                    because: error.localizedDescription
                )
            }
        }
        if failed > 0 { throw ExitStatus.refused }
    }

    private func fileName(for asset: PHAsset) -> String {
        let original =
            AssetDescription(asset).filename ?? Wording.shortIdentifier(asset.localIdentifier)
        let stem = (original as NSString).deletingPathExtension
        return "\(stem).\(format.filenameExtension)"
    }

    private func showPicture(of asset: PHAsset, image: UIImage, at url: URL) {
        if output.json {
            Output.shared.writeLine(
                .object([
                    ("identifier", JSON(asset.localIdentifier)), ("path", JSON(url.path)),
                    ("pixelWidth", JSON(Int(image.size.width))),
                    ("pixelHeight", JSON(Int(image.size.height))),
                ])
            )
        } else {
            let size = "\(Int(image.size.width)) × \(Int(image.size.height))"
            Output.shared.writeLine(
                "\(TypedPaths([WritingFolder.path(to)]).shownPath(of: url))  \(size)"
            )
        }
    }
}

extension PictureFile.Format: ExpressibleByArgument {}
