import Foundation
import Logging
public import Photos

private let pickerLogger = Logger(label: "OpenPhotoKit")

extension PHPhotoLibrary {
    /// Lets `presentLimitedLibraryPicker(from:)` open the picker in the person's browser.
    ///
    /// The picked photos join the selection of the application. Errors are written to the log, and count as no picks.
    ///
    /// - Parameter picker: The filter, the limit and the browser; by default there is no limit.
    public static func presentLimitedPickerInBrowser(_ picker: PhotoPicker = .withoutLimit) {
        presentLimitedPicker { question in
            do {
                return try await picker.pick(for: question).identifiers
            } catch {
                pickerLogger.error("The picker cannot be shown: \(error.localizedDescription)")
                return []
            }
        }
    }

    /// Lets `requestAuthorization` ask in the person's browser: allow all photos, choose some, or allow none.
    ///
    /// The server stores the decision as the owner. A page that is closed decides nothing. Errors are written to the log, and
    /// decide nothing either.
    ///
    /// - Parameter picker: The waiting time and the browser; filter and limit have no effect.
    public static func answerAccessQuestionsInBrowser(_ picker: PhotoPicker = .withoutLimit) {
        answerAccessQuestions { question in
            var request = PickerRequest(picker)
            request.kind = "access"
            request.application = question.application
            request.name = question.application
            request.addOnly = question.level == .addOnly
            request.filter = nil
            request.limit = 0
            do {
                // The server has stored the decision, so nothing is left to decide here.
                _ = try await picker.ask(
                    request,
                    question.libraryLocation,
                    ProcessInfo.processInfo.environment
                )
            } catch {
                pickerLogger.error("Nobody could be asked: \(error.localizedDescription)")
            }
            return .later
        }
    }
}

extension PhotoPicker {
    /// A picker of any number of photos.
    public static var withoutLimit: PhotoPicker {
        var picker = PhotoPicker()
        picker.selectionLimit = 0
        return picker
    }
}
