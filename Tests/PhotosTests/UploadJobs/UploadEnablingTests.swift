import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What programs learn and say about their background uploads.
@Suite(.permit) struct UploadEnablingTests {
    private static let name = "org.example.uploader"
    let folder: TemporaryFolder
    let owner: Library
    let program: PHPhotoLibrary

    init() throws {
        folder = try TemporaryFolder()
        var environment = EngineEnvironment.test()
        environment.stateFolder = folder.url.appendingPathComponent("state", isDirectory: true)
        let root = folder.url.appendingPathComponent("Test.photolib", isDirectory: true)
        owner = try Library.open(root, create: true, environment: environment)
        environment.client = .application(Self.name)
        program = PHPhotoLibrary(try Library.open(root, environment: environment))
    }

    private func code(_ body: () throws -> Void) -> PHPhotosError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PHPhotosError)?.code
        }
    }

    private func allow() throws {
        let path = "/usr/bin/uploader"
        try owner.uploadJobs.enable(
            UploadProgram(path: path, client: Self.name, isEnabled: false)
        )
    }

    @Test func `a program that the owner did not name is refused, with the command`() {
        #expect(!program.uploadJobExtensionEnabled)
        #expect(program.uploadJobExtensionOptions == nil)
        let error = #expect(throws: PHPhotosError.self) {
            try program.enableUploadJobExtension(with: nil)
        }
        #expect(error?.code == .accessUserDenied)
        #expect(error?.localizedDescription.contains("photokit uploads enable") == true)
        #expect(code { try program.setUploadJobExtensionEnabled(true) } == .accessUserDenied)
        let options = PHAssetResourceUploadJobOptions()
        #expect(code { try program.setUploadJobExtensionOptions(options) } == .accessUserDenied)
        #expect(code { try program.disableUploadJobExtension() } == nil)
    }

    @Test func `a named program begins, changes its options, and ends`() throws {
        try allow()
        #expect(!program.uploadJobExtensionEnabled)
        let options = PHAssetResourceUploadJobOptions()
        options.preventsExpensiveNetworkAccess = true
        try program.enableUploadJobExtension(with: options)
        #expect(program.uploadJobExtensionEnabled)
        #expect(program.uploadJobExtensionOptions?.preventsExpensiveNetworkAccess == true)
        // Nil means the default options.
        try program.enableUploadJobExtension(with: nil)
        #expect(program.uploadJobExtensionOptions?.preventsExpensiveNetworkAccess == false)
        try program.setUploadJobExtensionOptions(options)
        #expect(try owner.uploadJobs.programs().first?.preventsExpensiveNetworkAccess == true)
        try program.disableUploadJobExtension()
        #expect(!program.uploadJobExtensionEnabled && program.uploadJobExtensionOptions == nil)
    }

    @Test func `the first generation switches the same`() throws {
        try allow()
        try program.setUploadJobExtensionEnabled(true)
        try program.setUploadJobExtensionEnabled(true)
        #expect(program.uploadJobExtensionEnabled)
        try program.setUploadJobExtensionEnabled(false)
        #expect(!program.uploadJobExtensionEnabled)
    }

    @Test func `a program that sees some photos only is refused, as on Apple's systems`() throws {
        try allow()
        try program.setUploadJobExtensionEnabled(true)
        try owner.clients.setAccess(.limited, for: .readWrite, of: Self.name)
        #expect(!program.uploadJobExtensionEnabled)
        #expect(program.uploadJobExtensionOptions == nil)
        #expect(
            code { try program.setUploadJobExtensionEnabled(true) } == .multipleIdentifiersFound
        )
        #expect(code { try program.setUploadJobExtensionEnabled(false) } == .accessUserDenied)
        #expect(code { try program.enableUploadJobExtension(with: nil) } == .accessUserDenied)
        #expect(code { try program.disableUploadJobExtension() } == .accessUserDenied)
    }

    @Test func `options are copied with their values`() {
        let options = PHAssetResourceUploadJobOptions()
        #expect(!options.preventsExpensiveNetworkAccess)
        options.preventsExpensiveNetworkAccess = true
        let copy = options.copy() as? PHAssetResourceUploadJobOptions
        #expect(copy?.preventsExpensiveNetworkAccess == true && copy !== options)
    }
}
