package io.graphkernel.processor;

import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.target.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.annotation.processing.Filer;

/** Everything after the front end: from the graphs of a class to its stub, kernels and report. */
public interface KernelClassCompiler {

    /**
     * What one call of javac gives to the compilation of every class.
     *
     * @param options the processor's options
     * @param reporter takes messages
     * @param filer writes generated files
     */
    record Context(Options options, DiagnosticReporter reporter, Filer filer) {}

    /**
     * All stages, for all targets. An annotation processor gives it the graphs that come from no Java method, such as those of
     * a model: {@link #compile} begins them, {@link #complete} writes the files.
     *
     * @return a compiler for one call of javac
     */
    static KernelClassCompiler ofAllTargets() {
        return new Pipeline(Targets.ALL);
    }

    /**
     * What flags and switch files may name.
     *
     * @return the names
     */
    Vocabulary vocabulary();

    /**
     * The values that later stages replace by one op each. The gradient of such a value is that of the op.
     *
     * @param graph as the front end read it
     * @param flags of the method
     * @return ops that are not in the graph, by the value in whose place each will be
     */
    default Map<Node, Node> recognised(Graph graph, Flags flags) {
        return Map.of();
    }

    /**
     * What kernels can be compiled for.
     *
     * @return all targets; the options name some of them
     */
    default List<Target> targets() {
        return Targets.ALL;
    }

    /**
     * Says that classes will be compiled: what takes time may begin in another thread.
     *
     * @param context options and services
     * @return ends with that thread, without an exception
     */
    default CompletableFuture<?> prepare(Context context) {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Takes a class from an earlier compilation, if there is one that has read the same.
     *
     * @param type the class
     * @param sources gives all that it is read from; empty if that is not known before it is read
     * @param context options and services
     * @return whether all its files are written, so that it need not be compiled
     * @throws IOException if a generated file cannot be written
     */
    default boolean restore(KernelType type, Supplier<Optional<String>> sources, Context context) throws IOException {
        return false;
    }

    /**
     * Compiles one class, or begins to: {@link #complete} waits for what other threads do. What the user can mend is
     * reported; a defect is thrown as a RuntimeException.
     *
     * @param kernelClass the class, free of errors
     * @param context options and services
     * @throws IOException if a generated file cannot be written
     */
    void compile(KernelClass kernelClass, Context context) throws IOException;

    /**
     * Ends what {@link #compile} has begun, and writes the generated files. It is called in the order of the classes, of which
     * a few may be begun at a time, and in the round of javac in which the class was begun.
     *
     * @param kernelClass a class for which {@link #compile} has returned
     * @param context options and services
     * @throws IOException if a generated file cannot be written
     */
    void complete(KernelClass kernelClass, Context context) throws IOException;

    /**
     * Says what came of a class, once javac has written its class file.
     *
     * @param type a class that was compiled or restored without errors
     * @param context options and services
     */
    default void announce(KernelType type, Context context) {}

    /**
     * Removes what was written of a class but for the files of the {@link Context#filer}, since javac refuses the class.
     *
     * @param type a class that was compiled or restored
     * @param context options and services
     * @throws IOException if a file cannot be removed
     */
    default void discard(KernelType type, Context context) throws IOException {}

    /**
     * Ends a call of javac, after the last class, and again after classes were discarded.
     *
     * @param context options and services
     * @throws IOException if a file cannot be written
     */
    default void finish(Context context) throws IOException {}
}
