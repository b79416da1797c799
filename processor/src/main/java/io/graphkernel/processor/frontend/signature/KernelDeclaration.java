package io.graphkernel.processor.frontend.signature;

import io.graphkernel.processor.frontend.kernel.JavaSignature;
import io.graphkernel.processor.frontend.kernel.Variant;
import io.graphkernel.processor.option.FlagValues;
import java.util.List;
import javax.lang.model.element.ExecutableElement;

/**
 * Declaration of a kernel method without errors.
 *
 * @param method the method
 * @param options values of its annotation
 * @param flags flags of the method, with defaults
 * @param signature parameters and result as declared in Java
 * @param parameterSlots slots of the parameters, where a record or list takes one
 * @param members parameters and result, with the positions of their declarations
 */
public record KernelDeclaration(
        ExecutableElement method,
        KernelOptions options,
        FlagValues flags,
        JavaSignature signature,
        int parameterSlots,
        Members members) {

    /** Returns the name of the method. */
    public String name() {
        return method.getSimpleName().toString();
    }

    /** Returns the name of the graph, which differs from that of the method in a variant. */
    public String graphName() {
        return signature.variant().map(Variant::graphName).orElseGet(this::name);
    }

    /** Returns the tensors and numbers in the parameters, in declaration order. */
    public List<SignatureElement> parameterLeaves() {
        return members.leaves();
    }

    /** Returns the tensors of the result in order. */
    public List<SignatureElement> resultLeaves() {
        return members.resultLeaves();
    }
}
