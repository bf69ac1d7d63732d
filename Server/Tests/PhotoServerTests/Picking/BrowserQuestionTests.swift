import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

/// The questions of PhotoKit's own calls, asked in the browser.
@Suite(.permit, .serialized) struct BrowserQuestionTests {
    private static let frame = AskingProgram.frame

    private static func withApplication(
        _ body: @Sendable (PHPhotoLibrary, PHPhotoLibrary, [String]) async throws -> Void
    ) async throws {
        try await AskingProgram.withLibrary(photos: 3) { owner, url, names in
            try owner.access.setPolicy(.notDetermined)
            let library = try PHPhotoLibrary.open(at: url, user: .application(Self.frame))
            defer { library.close() }
            try await body(owner, library, names)
        }
    }

    @Test func theLimitedPickerAddsToTheSelection() async throws {
        try await Self.withApplication { owner, library, names in
            try owner.access.set(.limited, of: Self.frame)
            try owner.access.select([names[0]], for: Self.frame)
            PHPhotoLibrary.presentLimitedPickerInBrowser(
                AskingProgram.picker { try await $0.pick([names[2], names[0]]) }
            )
            defer { PHPhotoLibrary.presentLimitedPicker(with: nil) }
            let added = await library.presentLimitedLibraryPicker(from: UIViewController())
            #expect(added == [names[2]])
            #expect(Set(try owner.access.selection(of: Self.frame)) == [names[0], names[2]])
            PHPhotoLibrary.presentLimitedPickerInBrowser(
                AskingProgram.picker { try await $0.cancel() }
            )
            #expect(await library.presentLimitedLibraryPicker(from: UIViewController()).isEmpty)
        }
    }

    @Test(arguments: ["allowed", "limited", "denied", "later"])
    func aPersonDecidesAboutAccess(_ decision: String) async throws {
        try await Self.withApplication { owner, library, names in
            PHPhotoLibrary.answerAccessQuestionsInBrowser(
                AskingProgram.picker { person in
                    let question = try await person.question()
                    #expect(question["kind"] as? String == "access")
                    #expect(question["name"] as? String == Self.frame)
                    if decision == "later" { return try await person.cancel() }
                    let none = try await person.send("POST", "/api/pick", ["ids": [names[0]]])
                    #expect(none.status == 400)
                    var answer: [String: any Sendable] = ["decision": decision]
                    if decision == "limited" { answer["ids"] = [names[1]] }
                    #expect(try await person.send("POST", "/api/pick", answer).status == 204)
                }
            )
            defer { PHPhotoLibrary.answerAccessQuestions(with: nil) }
            let status = await library.withCurrent {
                await PHPhotoLibrary.requestAuthorization(for: .readWrite)
            }
            let expected: [String: PHAuthorizationStatus] = [
                "allowed": .authorized, "limited": .limited, "denied": .denied,
                "later": .notDetermined,
            ]
            #expect(status == expected[decision])
            let selection = try owner.access.selection(of: Self.frame)
            #expect(selection == (decision == "limited" ? [names[1]] : []))
        }
    }

    @Test func aDecisionOfTheOwnerIsNotReplaced() async throws {
        try await Self.withApplication { owner, library, _ in
            PHPhotoLibrary.answerAccessQuestionsInBrowser(
                AskingProgram.picker { person in
                    // The owner decides while the page is open.
                    try owner.access.set(.denied, of: Self.frame)
                    let answer = try await person.send(
                        "POST",
                        "/api/pick",
                        ["decision": "allowed"]
                    )
                    #expect(answer.status == 204)
                }
            )
            defer { PHPhotoLibrary.answerAccessQuestions(with: nil) }
            let status = await library.withCurrent {
                await PHPhotoLibrary.requestAuthorization(for: .readWrite)
            }
            #expect(status == .denied)
        }
    }

    @Test func addingHasAQuestionOfItsOwn() async throws {
        try await Self.withApplication { owner, library, names in
            try owner.access.setPolicy(.notDetermined, for: .addOnly)
            PHPhotoLibrary.answerAccessQuestionsInBrowser(
                AskingProgram.picker { person in
                    #expect(try await person.question()["addOnly"] as? Bool == true)
                    let some = try await person.send(
                        "POST",
                        "/api/pick",
                        ["decision": "limited", "ids": [names[0]]]
                    )
                    #expect(some.status == 400)
                    let answer = try await person.send(
                        "POST",
                        "/api/pick",
                        ["decision": "allowed"]
                    )
                    #expect(answer.status == 204)
                }
            )
            defer { PHPhotoLibrary.answerAccessQuestions(with: nil) }
            let status = await library.withCurrent {
                await PHPhotoLibrary.requestAuthorization(for: .addOnly)
            }
            #expect(status == .authorized)
            let all = library.withCurrent {
                PHPhotoLibrary.authorizationStatus(for: .readWrite)
            }
            #expect(all == .notDetermined)
            #expect(try owner.access.decisions().map(\.readWrite) == [.notDetermined])
        }
    }
}
