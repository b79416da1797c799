package io.graphkernel.processor.frontend;

import io.graphkernel.processor.diagnostic.WithheldMessages;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.Variant;
import io.graphkernel.processor.frontend.value.DimsBoundException;
import io.graphkernel.processor.frontend.value.RecordDims;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/**
 * Search for the dims of the records in a signature. A method is read with dims of each use of a record, and again
 * whenever an op binds such dims. If it is rejected, it is read with the same dims for all uses.
 */
final class RecordDimsSearch {

    private final Javac javac;
    private final Set<ExecutableElement> rejectedHelpers;
    /** Warnings of each method that were printed, which its variants share. */
    private final Map<ExecutableElement, Set<String>> warnings = new HashMap<>();

    /**
     * Creates a search.
     *
     * @param rejectedHelpers helpers with errors, which readings add
     */
    RecordDimsSearch(Javac javac, Set<ExecutableElement> rejectedHelpers) {
        this.javac = javac;
        this.rejectedHelpers = rejectedHelpers;
    }

    /** Reading of a method. */
    interface Reading {

        /**
         * Reads the method.
         *
         * @throws RejectedTreeException if it was rejected
         * @throws DimsBoundException if an op has bound dims
         */
        KernelMethod read(RecordDims dims) throws RejectedTreeException;
    }

    /** Reads a method, and prints its messages. */
    KernelMethod read(ExecutableElement method, Optional<Variant> variant, Reading reading)
            throws RejectedTreeException {
        if (variant.isEmpty()) {
            return search(method, variant, reading);
        }
        javac.enter(context(variant.get()));
        try {
            return search(method, variant, reading);
        } finally {
            javac.leave();
        }
    }

    private KernelMethod search(ExecutableElement method, Optional<Variant> variant, Reading reading)
            throws RejectedTreeException {
        RecordDims perUse = RecordDims.perUse();
        Set<ExecutableElement> rejectedBefore = new HashSet<>(rejectedHelpers);
        WithheldMessages messages;
        while (true) {
            messages = new WithheldMessages();
            javac.withhold(messages);
            try {
                KernelMethod read = reading.read(perUse);
                release(method, variant, messages);
                return read;
            } catch (DimsBoundException e) {
                continue;
            } catch (RejectedTreeException e) {
                break;
            } finally {
                javac.withhold(null);
            }
        }
        if (perUse.isOpen() || perUse.isBound()) {
            rejectedHelpers.retainAll(rejectedBefore);
            WithheldMessages ofShared = new WithheldMessages();
            javac.withhold(ofShared);
            try {
                KernelMethod read = reading.read(RecordDims.shared());
                release(method, variant, ofShared);
                return read;
            } catch (RejectedTreeException e) {
                // The messages name the dims of each use.
            } finally {
                javac.withhold(null);
            }
        }
        javac.release(messages);
        throw new RejectedTreeException();
    }

    private static String context(Variant variant) {
        return "the variant " + variant.description();
    }

    /** Prints the warnings of a method that was read, except those that another variant of it also has. */
    private void release(ExecutableElement method, Optional<Variant> variant, WithheldMessages messages) {
        javac.withhold(null);
        variant.ifPresent(values ->
                messages.mergeWarnings(context(values), warnings.computeIfAbsent(method, absent -> new HashSet<>())));
        javac.release(messages);
    }
}
