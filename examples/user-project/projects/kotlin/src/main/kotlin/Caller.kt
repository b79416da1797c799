import io.graphkernel.runtime.Tensor
import io.graphkernel.runtime.TensorScope
import library.LibraryOpsKernels

fun main() {
    TensorScope.open().use {
        println(LibraryOpsKernels.myOp(Tensor.full(3f, 2), Tensor.full(1f, 2)))
    }
}
