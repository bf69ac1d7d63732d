import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit contact-sheet`.
struct ContactSheet: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "contact-sheet",
        abstract: "Writes pages of small pictures as image files.",
        discussion: """
            The pictures are arranged in rows, in the order of the listing. Each picture fits completely into its \
            square field. If one page is not enough, more files follow: sheet.jpg, sheet-2.jpg and so on. The file that \
            you name is replaced if it exists; the others are replaced only with --replace. If no picture of a photo can be made, its \
            field stays empty, photokit prints its identifier, and the exit code is 1. A page \
            without any picture is not written.

            EXAMPLES:
              photokit contact-sheet --to lake-como.jpg --album "Lake Como"
              photokit contact-sheet --to best.png --where "isFavorite == YES" --sort creationDate --columns 8
              photokit contact-sheet --to three.jpg 3F2A81C0 99D1 0B77
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var selection: AssetSelection

    @Option(
        help: ArgumentHelp(
            "The image file to write. Its name ends in .jpg or .png; /dev/stdout, devices and FIFOs get JPEG.",
            valueName: "file"
        ),
        completion: .file()
    )
    var to: String

    @Flag(help: "Replace the files of further pages, such as sheet-2.jpg, too.")
    var replace = false

    @Option(help: ArgumentHelp("The number of pictures in a row.", valueName: "number"))
    var columns = 6

    @Option(help: ArgumentHelp("The maximum number of rows on a page.", valueName: "number"))
    var rows = 20

    @Option(
        help: ArgumentHelp(
            "The width and height of each picture's field, in pixels.",
            valueName: "pixels"
        )
    )
    var size = 200

    @Argument(
        help: ArgumentHelp(
            "Identifiers of photos and videos, whose first characters are enough, or file names; - reads them from standard input, one per line.",
            valueName: "id"
        )
    )
    var identifiers: [String] = []

    func validate() throws {
        try PathArgument.checkPaths([to], subject: "The path of --to")
        guard (1...50).contains(columns), (1...50).contains(rows), (16...1_024).contains(size)
        else {
            throw ValidationError(
                "--columns and --rows must be from 1 to 50, and --size from 16 to 1024 pixels."
            )
        }
        guard identifiers.isEmpty || !selection.isGiven else {
            throw ValidationError(
                "Name identifiers, or select photos with options such as --where, but not both."
            )
        }
        _ = try PictureFile(to)
    }

    func run(in library: PHPhotoLibrary) async throws {
        let file = try PictureFile(to)
        let assets = try chosenAssets(in: library)
        guard !assets.isEmpty else {
            return Output.shared.complain(
                "The options select no photo or video, so no picture was written. Check them with \"photokit ls\"."
            )
        }
        let perPage = columns * rows
        let largest = SheetCanvas.pixelCount(
            columns: columns,
            count: min(assets.count, perPage),
            field: size
        )
        guard largest <= SheetCanvas.maximumPixels else { throw tooLarge }
        let pages = (assets.count + perPage - 1) / perPage
        try checkFurtherPages(pages, of: file)
        var failed = 0
        let complaints = RepeatedComplaints()
        defer { complaints.writeSummary("have no picture") }
        for (number, start) in stride(from: 0, to: assets.count, by: perPage).enumerated() {
            let page = Array(assets[start..<min(start + perPage, assets.count)])
            var sheet = SheetCanvas(columns: columns, count: page.count, field: size)
            let missing = try await drawPictures(of: page, on: &sheet, complaints: complaints)
            failed += missing
            // A page without any picture is not written.
            guard missing < page.count else { continue }
            guard let image = sheet.image else { throw tooLarge }
            let target = try file.pageFile(number: number + 1)
            try target.writeImage(image, replacing: number == 0 || replace)
            // The picture itself goes to standard output.
            guard target.output.target != .descriptor(STDOUT_FILENO) else { continue }
            let empty = missing > 0 ? ", \(Wording.count(missing, of: "field")) empty" : ""
            Output.shared.writeLine(
                "\(Table.printableText(target.url.path))  \(Wording.count(page.count - missing, of: "picture"))\(empty)"
            )
        }
        if failed > 0 { throw ExitStatus.refused }
    }

    /// Throws, before anything is written, if a further page would replace a file that the person did not name.
    private func checkFurtherPages(_ count: Int, of file: PictureFile) throws {
        guard count > 1 else { return }
        guard file.output.isRegular else {
            throw CommandFailure(
                .usage,
                "\(file.url.path) takes one page, and there are \(count). Ask for more --rows or a smaller --limit, or name a file."
            )
        }
        guard !replace else { return }
        for number in 2...count {
            let page = try file.pageFile(number: number)
            guard !page.output.exists else {
                throw CommandFailure(
                    .refused,
                    "\(page.url.path) exists, and only \(file.url.path) was named. Move it away, name another file, or replace all pages with --replace."
                )
            }
        }
    }

    private var tooLarge: CommandFailure {
        CommandFailure(
            .usage,
            "A page of \(columns) by \(rows) fields of \(size) pixels is too large. Ask for fewer or smaller fields: a page has at most \(SheetCanvas.maximumPixels / 1_000_000) million pixels."
        )
    }

    private func chosenAssets(in library: PHPhotoLibrary) throws -> [PHAsset] {
        guard identifiers.isEmpty else {
            return try Lookup(library: library).assets(
                named: AssetNames.resolvedNames(identifiers),
                .present
            )
        }
        return Array(PHAssetList(try selection.fetchAssets(in: library)))
    }

    /// Draws one page, a few pictures at a time, and returns the number of missing pictures.
    private func drawPictures(
        of page: [PHAsset],
        on sheet: inout SheetCanvas,
        complaints: RepeatedComplaints
    ) async throws -> Int {
        var failed = 0
        for start in stride(from: 0, to: page.count, by: Self.atOnce) {
            let part = start..<min(start + Self.atOnce, page.count)
            let images = await withTaskGroup(of: (Int, Result<UIImage, any Error>).self) { group in
                for index in part {
                    group.addTask {
                        do {
                            return (
                                index,
                                .success(try await PictureOf(page[index]).fittingImage(side: size))
                            )
                        } catch {
                            return (index, .failure(error))
                        }
                    }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for index in part {
                switch images[index] {
                case .success(let image): sheet.drawPicture(image, at: index)
                case .failure(let error as PHPhotosError) where error.mediaWorkerProblem != nil:
                    throw error
                case .failure(let error):
                    failed += 1
                    complaints.complain(
                        "\(Wording.shortIdentifier(page[index].localIdentifier)) gives no picture",
                        because: error.localizedDescription
                    )
                case nil: break
                }
            }
        }
        return failed
    }

    private static let atOnce = 16
}
