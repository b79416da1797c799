package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Executor;

/** Build of one cached file: all inputs that determine its bytes, and the commands that produce it. */
interface Build {
    /** Returns the hash of all inputs that determine the file. */
    String key(String compilerIdentity);

    /** Returns the name of the source file for messages. */
    String fileName();

    /** Returns the files of the work directory that {@link #make} needs: sources and headers by file name. */
    SortedMap<String, byte[]> inputs();

    /**
     * Runs the commands.
     *
     * @param directory directory with the inputs, which receives all outputs
     * @param executor executor for programs that run in parallel
     * @return the failure, or empty
     */
    Optional<BuildStep.Failure> make(Compiler compiler, Path directory, Executor executor)
            throws ToolchainException, IOException;

    /** Returns the output file of {@link #make} in the work directory. */
    String resultFile();
}
