package io.graphkernel.processor.frontend;

import com.sun.source.tree.Tree;
import java.util.Locale;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;

/**
 * How a Java construct outside the subset is named, and what to write instead.
 *
 * @param name as the subject of a sentence
 * @param advice an imperative
 */
record Unsupported(String name, String advice) {

    static Unsupported of(Tree tree) {
        return switch (tree.getKind()) {
            case WHILE_LOOP -> loop("a while loop");
            case DO_WHILE_LOOP -> loop("a do loop");
            case ENHANCED_FOR_LOOP -> loop("a for loop over elements");
            case FOR_LOOP -> loop("this for loop");
            case SWITCH, SWITCH_EXPRESSION -> new Unsupported("switch", "use if on a constant");
            case BREAK, CONTINUE -> new Unsupported(keyword(tree), "put the bound into the loop's condition");
            case TRY -> new Unsupported("try", "handle exceptions in the method that calls the kernel");
            case THROW -> new Unsupported("throw", "check arguments in the method that calls the kernel");
            case SYNCHRONIZED -> new Unsupported("synchronized", "lock in the method that calls the kernel");
            case ASSERT -> new Unsupported("assert", "check arguments in the method that calls the kernel");
            case LABELED_STATEMENT -> new Unsupported("a label", "remove it");
            case CLASS, INTERFACE, ENUM, RECORD, ANNOTATION_TYPE ->
                new Unsupported("a local class", "declare it outside the method");
            case LAMBDA_EXPRESSION -> new Unsupported("a lambda expression", "write its body in place");
            case MEMBER_REFERENCE -> new Unsupported("a method reference", "call the method in place");
            case NEW_CLASS -> new Unsupported("creating an object", "create records of Tensors only");
            case NEW_ARRAY ->
                new Unsupported("this array", "only new int[] {…} and new long[] {…}, for axes and dims, are");
            case ARRAY_ACCESS -> new Unsupported("array access", "use a constant or a parameter for each element");
            case STRING_LITERAL -> new Unsupported("a string", "use Tensors and numbers");
            case NULL_LITERAL -> new Unsupported("null", "write a kernel for each case: each has its tensors");
            case INSTANCE_OF -> new Unsupported("instanceof", "use if on a constant");
            case TYPE_CAST -> new Unsupported("this cast", "cast numbers to primitive types only");
            case ASSIGNMENT -> new Unsupported("an assignment inside an expression", "assign in its own statement");
            case PREFIX_INCREMENT, POSTFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_DECREMENT ->
                new Unsupported(Javac.text(tree) + " inside an expression", "count in its own statement");
            default -> new Unsupported("'" + Javac.text(tree) + "'", "use Ops, other kernels, and numbers");
        };
    }

    /** What to write in place of elements that Java would loop over. */
    static final String BY_OPS = "call ops on the whole tensor, such as reduceSum(square(x)), which sums over elements";

    /** What a variable may hold in place of a value of this type. */
    static String variableAdvice(TypeMirror type) {
        boolean elements = type instanceof ArrayType array
                && array.getComponentType().getKind().isPrimitive();
        return elements
                ? BY_OPS + "; a table of numbers is Tensor.of(new float[] {…}, dims)"
                : "use Tensor, Tensor[], a primitive type, or int[] or long[] for axes and dims";
    }

    private static Unsupported loop(String name) {
        return new Unsupported(name, "use for (int i = 0; i < N; i++) with a constant N");
    }

    private static String keyword(Tree tree) {
        return tree.getKind().name().toLowerCase(Locale.ROOT);
    }
}
