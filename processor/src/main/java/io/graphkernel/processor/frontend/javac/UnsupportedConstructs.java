package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.Tree;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;

/**
 * Unsupported Java construct and its replacement.
 *
 * @param name construct as the subject of a sentence
 * @param advice advice in the imperative
 */
public record UnsupportedConstructs(String name, String advice) {

    public static UnsupportedConstructs of(Tree tree) {
        return switch (tree.getKind()) {
            case ENHANCED_FOR_LOOP -> loop("a for loop over elements");
            case FOR_LOOP -> loop("this for loop");
            case TRY -> new UnsupportedConstructs("try", "handle exceptions in the method that calls the kernel");
            case THROW -> new UnsupportedConstructs("throw", "check arguments in the method that calls the kernel");
            case SYNCHRONIZED -> new UnsupportedConstructs("synchronized", "lock in the method that calls the kernel");
            case ASSERT -> new UnsupportedConstructs("assert", "check arguments in the method that calls the kernel");
            case LABELED_STATEMENT ->
                new UnsupportedConstructs(
                        "a label of a statement that is not a loop", "write if around the statements, or label a loop");
            case CLASS, INTERFACE, ENUM, RECORD, ANNOTATION_TYPE ->
                new UnsupportedConstructs("a local class", "declare it outside the method");
            case LAMBDA_EXPRESSION -> new UnsupportedConstructs("a lambda expression", "write its body in place");
            case MEMBER_REFERENCE -> new UnsupportedConstructs("a method reference", "call the method in place");
            case NEW_CLASS ->
                new UnsupportedConstructs(
                        "creating an object", "create records of Tensors, or an ArrayList of Tensors");
            case NEW_ARRAY ->
                new UnsupportedConstructs(
                        "this array",
                        "write new int[] {…} or new long[] {…} for axes and dims, or new Tensor[] {…}; " + TABLE);
            case ARRAY_ACCESS ->
                new UnsupportedConstructs("array access", "use a constant or a parameter for each element");
            case NULL_LITERAL ->
                new UnsupportedConstructs("null", "write a kernel for each case: each has its tensors");
            case INSTANCE_OF -> new UnsupportedConstructs("instanceof", "use if on a constant");
            case TYPE_CAST -> new UnsupportedConstructs("this cast", "cast numbers to primitive types only");
            case ASSIGNMENT, PREFIX_INCREMENT, POSTFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_DECREMENT ->
                new UnsupportedConstructs(
                        "an assignment that depends on a runtime condition", "assign in its own statement");
            default -> new UnsupportedConstructs("'" + Javac.text(tree) + "'", "use Ops, other kernels, and numbers");
        };
    }

    /** Replacement for a constant array in the body of a kernel method. */
    public static final String TABLE = "a table of numbers is Tensor.of(new float[] {…}, dims)";

    /** Replacement for Java loops over elements. */
    public static final String BY_OPS =
            "call ops on the whole tensor, such as reduceSum(square(x)), which sums over elements";

    /** Returns a supported type to use in place of this one. */
    public static String variableAdvice(TypeMirror type) {
        boolean elements = type instanceof ArrayType array
                && array.getComponentType().getKind().isPrimitive();
        return elements
                ? BY_OPS + "; " + TABLE
                : "use Tensor, Tensor[], a primitive type, or int[] or long[] for axes and dims";
    }

    private static UnsupportedConstructs loop(String name) {
        return new UnsupportedConstructs(
                name,
                "use for (int i = 0; i < n; i++), or while with a condition on numbers or on one element of a tensor");
    }
}
