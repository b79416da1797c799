package io.graphkernel.common.abi;

/** Resource locations of a class's kernels, and the keys of their manifest, a properties file. */
public final class ManifestFormat {
    /** Name of the manifest in the {@linkplain #directory directory} of a class. */
    public static final String FILE = "manifest.properties";

    /** Key of {@link KernelAbi#VERSION}. */
    public static final String ABI = "abi";

    /** Key of the tag of a build. */
    public static final String TAG = "tag";

    /** Key of the number of compiled functions. */
    public static final String FUNCTIONS = "functions";

    /** Key of a compiled function's name, before its index. */
    public static final String FUNCTION = "function.";

    /** Key of a kernel that a stub launches, before its index. */
    public static final String KERNEL = "kernel.";

    /** Key of the slots of a program's function, before a dot and its index. */
    public static final String SLOTS = "slots";

    /** Key of a native library's file name, before the platform. */
    public static final String LIBRARY = "library.";

    /** Key of a file's SHA-256, before the directory of the file. */
    public static final String HASH = "sha256.";

    /** Key of the reason why a target has no kernels of the class, before its id. */
    public static final String LEFT_OUT = "leftOut.";

    /** Directory of interpreted plans in that of a class. */
    public static final String PLANS = "plans";

    /** Key of the file name of interpreted plans. */
    public static final String PLANS_FILE = PLANS + ".file";

    /** Directory of the graphs of element functions in that of a class. */
    public static final String ELEMENTS = "elements";

    /** Key of the file name of the graphs of element functions. */
    public static final String ELEMENTS_KEY = ELEMENTS + ".file";

    /** File name of the graphs of element functions. */
    public static final String ELEMENTS_FILE = "functions.gk";

    /** Key of the path of the file of constant tensors from the root of the jar, in the directory of the class. */
    public static final String CONSTANTS_FILE = "constants.file";

    /** Key of the SHA-256 of that file. */
    public static final String CONSTANTS_HASH = "constants.sha256";

    /** Key of the SHA-256 of the file of graphs, which compilations of other classes read. */
    public static final String GRAPHS_HASH = "graphs.sha256";

    /**
     * Key of a file that a model was read from, before an index; a path from the root of a source or class directory.
     */
    public static final String MODEL_FILE = "model.file.";

    /** Key of the SHA-256 of that file, before the index. */
    public static final String MODEL_HASH = "model.sha256.";

    /** Key of the compilation result of a method, before its name. */
    public static final String METHOD = "method.";

    /** Key of a method's number of basic ops, after its name. */
    public static final String OPS = ".ops";

    /** Key of a method's number of launches, after its name. */
    public static final String LAUNCHES = ".launches";

    private ManifestFormat() {}

    /**
     * Returns the directory of a class's resources in the jar.
     *
     * @param qualifiedName name of the class
     * @return the path with a trailing slash
     */
    public static String directory(String qualifiedName) {
        return "META-INF/graphkernel/" + qualifiedName + "/";
    }

    /**
     * Returns the name of the graph of a lambda.
     *
     * @param line line of the call that receives it
     * @return a name that no method has
     */
    public static String lambda(int line) {
        return "lambda:" + line;
    }

    /**
     * Returns the file of the element functions that a class exports, in the directory of its package.
     *
     * @param packageName empty for the unnamed package
     * @param simpleName simple name, {@code Outer_Inner} for a nested class
     * @return the path from the root of the jar
     */
    public static String exportedFunctions(String packageName, String simpleName) {
        String directory = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
        return directory + simpleName + ".elements.gk";
    }
}
