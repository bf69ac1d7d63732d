import Photos

/// Pages of photos for hikes, kept up to date by the library's change history.
@main
struct HikingCollages {
    static func main() async {
        if CommandLine.arguments.dropFirst().contains(where: { $0 == "--help" || $0 == "-h" }) {
            say(Options.usage)
            return
        }
        do {
            try await run(Options(Array(CommandLine.arguments.dropFirst())))
        } catch let error as UsageError {
            complain("\(error.description)\n\n\(Options.usage)")
            exit(64)
        } catch {
            complain("HikingCollages: \(error.localizedDescription)")
            exit(1)
        }
    }

    private static func run(_ options: Options) async throws {
        let library = PHPhotoLibrary.shared()
        if let reason = library.unavailabilityReason { throw reason }
        let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        guard status == .authorized || status == .limited else {
            complain("HikingCollages may not read the photo library.")
            exit(77)
        }

        // The observer comes first, so that nothing falls between the first look and following.
        let observer = LibraryObserver()
        if options.follows { library.register(observer) }
        var maker = try CollageMaker(options)
        try await maker.catchUp(full: options.isFull)
        guard options.follows else { return }
        for await _ in observer.changes(untilQuietFor: options.quietSeconds) {
            try await maker.catchUp()
        }
        library.unregisterChangeObserver(observer)
    }
}
