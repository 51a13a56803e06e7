/** What the page shows with a code, and what without one. */
export const WITH_CODE = 'with-code'
export const BARE = 'without-code'

/**
 * Runs behind the page: puts the token of its address into the form, which without script somebody types in. Without
 * a token it says what is missing. Who then pastes the whole link into the same tab changes what stands after the #
 * alone, which loads nothing.
 */
export const takeToken = `{const t=location.hash.slice(1),f=document.querySelector('[name=token]');if(t){f.value=t;f.type='hidden';f.previousElementSibling.remove()}else{document.getElementById('${WITH_CODE}').hidden=true;document.getElementById('${BARE}').hidden=false}addEventListener('hashchange',()=>location.reload())}`
