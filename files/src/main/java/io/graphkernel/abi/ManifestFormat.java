package io.graphkernel.abi;

/** Where the compiler puts what belongs to a class's kernels, and the keys of their manifest, a file of properties. */
public final class ManifestFormat {
    /** The name of the manifest in the {@linkplain #directory directory} of a class. */
    public static final String FILE = "manifest.properties";

    /** The key of {@link KernelAbi#VERSION}. */
    public static final String ABI = "abi";

    /** The key of the tag of a build. */
    public static final String TAG = "tag";

    /** The key of the number of compiled functions. */
    public static final String FUNCTIONS = "functions";

    /** The key of a compiled function's name, before its number. */
    public static final String FUNCTION = "function.";

    /** The key of what a stub launches under a number, before that number. */
    public static final String KERNEL = "kernel.";

    /** The key of the slots that a function of a program takes, before a dot and its number. */
    public static final String SLOTS = "slots";

    /** The key of a native library's file name, before the platform. */
    public static final String LIBRARY = "library.";

    /** The key of a file's SHA-256, before the directory in which it is. */
    public static final String HASH = "sha256.";

    /** The key of why a target has no kernels of the class, before its id. */
    public static final String LEFT_OUT = "leftOut.";

    /** The directory, in that of a class, of the plans that the run time walks. */
    public static final String PLANS = "plans";

    /** The key of the file name of those plans. */
    public static final String PLANS_FILE = PLANS + ".file";

    /** The key of the path of the file of constant tensors, which lies next to the class file; from the root of the jar. */
    public static final String CONSTANTS_FILE = "constants.file";

    /** The key of the SHA-256 of that file. */
    public static final String CONSTANTS_HASH = "constants.sha256";

    /** The key of a file that a model was read from, before a number; a path from the root of a directory of sources or classes. */
    public static final String MODEL_FILE = "model.file.";

    /** The key of the SHA-256 of that file, before the number. */
    public static final String MODEL_HASH = "model.sha256.";

    /** The key of what became of a method, before its name. */
    public static final String METHOD = "method.";

    /** The key of a method's basic ops, after its name. */
    public static final String OPS = ".ops";

    /** The key of a method's launches, after its name. */
    public static final String LAUNCHES = ".launches";

    private ManifestFormat() {}

    /**
     * The directory of a class's resources in the jar.
     *
     * @param qualifiedName the class
     * @return with a slash at the end
     */
    public static String directory(String qualifiedName) {
        return "META-INF/graphkernel/" + qualifiedName + "/";
    }
}
