package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Executor;

/** One file that the tool-chain makes and the build cache keeps: everything that decides its bytes, and how it is made. */
interface Build {
    /** The hash of everything that decides the file. */
    String key(String compilerIdentity);

    /** The name of the source file, which a failure shows to the user. */
    String fileName();

    /** What has to lie in the work directory before {@link #make}: sources and headers by file name. */
    SortedMap<String, byte[]> inputs();

    /**
     * Runs the programs.
     *
     * @param directory holds the inputs and takes every file that is made
     * @param executor for programs that can run side by side
     * @return what failed, or empty
     */
    Optional<BuildStep.Failure> make(Compiler compiler, Path directory, Executor executor)
            throws ToolchainException, IOException;

    /** The file that {@link #make} leaves in the work directory. */
    String resultFile();
}
