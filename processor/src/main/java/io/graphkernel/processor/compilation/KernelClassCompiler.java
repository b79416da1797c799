package io.graphkernel.processor.compilation;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.report.PhaseTimes;
import io.graphkernel.processor.target.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.annotation.processing.Filer;

/** Back end of the processor: compiles the graphs of a class to its stub, kernels and report. */
public interface KernelClassCompiler {

    /**
     * Context of one javac invocation, shared by the compilation of all classes.
     *
     * @param options the processor's options
     * @param reporter receiver of the messages
     * @param filer writer of generated files
     * @param release Java version of the class files that the compiler generates from sources of the filer; empty if
     *     another compiler generates them
     * @param times times of the phases
     */
    record Context(
            Options options, DiagnosticReporter reporter, Filer filer, Optional<Integer> release, PhaseTimes times) {}

    /**
     * Returns the names that flags and switch files may use.
     *
     * @return the names
     */
    Vocabulary vocabulary();

    /**
     * Returns the values that later stages replace by one composite op each. The gradient of such a value is that of
     * the op.
     *
     * @param graph graph from the front end
     * @param flags flags of the method
     * @return the replacing ops, which are not in the graph, by the value that each replaces
     */
    default Map<Node, Node> recognized(Graph graph, FlagValues flags) {
        return Map.of();
    }

    /**
     * Returns the targets that kernels can be compiled for.
     *
     * @return all targets, of which the options select some
     */
    List<Target> targets();

    /**
     * Opens the compilation of the classes of one javac invocation.
     *
     * @param context options and services
     * @return the compilation
     */
    Invocation open(Context context);

    /** Compilation of the classes of one javac invocation. */
    interface Invocation {

        /**
         * Starts preparations for compilation, which may run in another thread.
         *
         * @return future that completes with that thread, never exceptionally
         */
        default CompletableFuture<?> prepare() {
            return CompletableFuture.completedFuture(null);
        }

        /**
         * Restores a class from the cache if an earlier compilation has read the same sources.
         *
         * @param type the class
         * @param sources supplier of the source fingerprint; empty if it cannot be computed before reading
         * @return true if all its files are written, so that it need not be compiled
         * @throws IOException if a generated file cannot be written
         */
        default boolean restore(KernelClassDeclaration type, Supplier<Optional<String>> sources) throws IOException {
            return false;
        }

        /**
         * Starts the compilation of a class, parts of which may run in other threads until {@link #complete}. User errors
         * are reported; an internal error is thrown as a RuntimeException.
         *
         * @param kernelClass the class, free of errors
         * @throws IOException if a generated file cannot be written
         */
        void compile(KernelClass kernelClass) throws IOException;

        /**
         * Completes a compilation started by {@link #compile}, and writes the generated files. Calls have the order of the
         * classes, of which a few may be in flight at a time, and occur in the javac round of the start.
         *
         * @param kernelClass a class for which {@link #compile} has returned
         * @throws IOException if a generated file cannot be written
         */
        void complete(KernelClass kernelClass) throws IOException;

        /**
         * Accepts the class files that javac has written, at the end of a compilation that did not reject the class.
         *
         * @param type a class that was compiled or restored without errors
         * @param classFiles binary names of all classes of the compilation
         * @throws IOException if a file cannot be read or written
         */
        default void acceptClassFiles(KernelClassDeclaration type, SortedSet<String> classFiles) throws IOException {}

        /**
         * Reports the outcome for a class, after javac has written its class file.
         *
         * @param type a class that was compiled or restored without errors
         */
        default void announce(KernelClassDeclaration type) {}

        /**
         * Removes the outputs of a class that javac rejects, except for the files of the {@link Context#filer}.
         *
         * @param type a class that was compiled or restored
         * @throws IOException if a file cannot be removed
         */
        default void discard(KernelClassDeclaration type) throws IOException {}

        /**
         * Finishes a javac invocation, after the last class, and again after classes were discarded.
         *
         * @throws IOException if a file cannot be written
         */
        default void finish() throws IOException {}
    }
}
